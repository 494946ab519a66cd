/** The content codings of responses, the preferred first. */
export const encodings = ["br", "zstd", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The offered coding with the highest weight in `Accept-Encoding`, of equal ones the first; undefined if the caller
 * prefers none. `*` does not mean zstd: programs that send it often cannot read it.
 */
export function preferredEncoding<E extends Encoding>(
  accepted: string,
  offered: readonly E[],
): E | undefined {
  const weights = new Map(accepted.toLowerCase().split(",").map(weighted));
  const weightOf = (name: string) => weights.get(name) ?? (name === "zstd" ? 0 : (weights.get("*") ?? 0));
  const admitted = offered.filter((name) => weightOf(name) > 0);
  const best = Math.max(weights.get("identity") ?? 0, ...admitted.map(weightOf));
  return admitted.find((name) => weightOf(name) === best);
}

function weighted(item: string): [name: string, weight: number] {
  const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
  const weight = parameters.find((one) => one.startsWith("q="));
  return [name, weight === undefined ? 1 : Number(weight.slice(2))];
}

/** The strong ETag of a coded form; a weak one is the same for all forms. */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return etag.startsWith("W/") ? etag : etag.replace(/"$/, `-${encoding}"`);
}
