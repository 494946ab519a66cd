/** The encoding that a byte order mark names; undefined without one. */
export function markedEncoding([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

/** So many bytes show UTF-16 without a byte order mark. */
export const sampleBytes = 256;

/** UTF-16 without a mark: every second byte of ASCII is 0. */
export function wideEncoding(first: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros = [0, 0];
  first.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = Math.max(even, odd);
  // Few characters have a second byte of 0.
  if (8 * Math.min(even, odd) > most || most < 4 || 6 * most < first.length) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** The text of a whole file without a byte order mark: UTF-8, UTF-16 with a mark or without, else Windows-1252. */
export function textOfBytes(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? wideEncoding(bytes.subarray(0, sampleBytes)) ?? "utf-8";
  try {
    return new TextDecoder(encoding as "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252" as "utf-8").decode(bytes);
  }
}
