const lookalikes: Readonly<Record<string, string>> = { I: "1", O: "0", Q: "0" };

/** A typed VIN without spaces and hyphens, in capitals. */
export const tidyVin = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** Why a typed VIN is not valid, or undefined. */
export function vinFault(typed: string): string | undefined {
  const vin = tidyVin(typed);
  const wrong = [...vin].flatMap((character, index) =>
    lookalikes[character] ? [{ character, at: index + 1 }] : [],
  );
  if (wrong.length > 0) {
    const { character } = wrong[0]!;
    const places = wrong.filter((one) => one.character === character).map(({ at }) => at);
    return `Letter ${character} at ${places.join(" and ")}. A VIN has ${lookalikes[character]} there.`;
  }
  const odd = [...vin].findIndex((character) => !/[A-Z0-9]/.test(character));
  if (odd >= 0) return `${vin[odd]} at ${odd + 1} is neither a letter nor a digit.`;
  if (vin.length !== 17) return `${vin.length} characters; a VIN has 17.`;
  return undefined;
}
