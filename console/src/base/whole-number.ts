/** A typed whole number with or without separators; undefined for an empty text. NaN if it is none. */
export function wholeNumber(typed: string): number | undefined {
  const text = typed.trim().replaceAll(",", "");
  if (text === "") return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Why a text is no whole number of at least `least`; undefined if it is one, or empty. */
export function wholeFault(typed: string, least = 0): string | undefined {
  const value = wholeNumber(typed);
  if (value === undefined || value >= least) return undefined;
  return least > 0 ? `Enter a whole number from ${least}.` : "Enter a whole number, for example 1,000.";
}
