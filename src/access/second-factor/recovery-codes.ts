import { createHmac, randomInt } from "node:crypto";

export const recoveryCodesMax = 10;
/** Without characters that look alike. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const half = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Ten codes such as `7kq2-m9xd`, each another. */
export function mintRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodesMax) codes.add(`${half()}-${half()}`);
  return [...codes];
}

/**
 * The digest of a code in any case, with or without its hyphen. Keyed by a secret, the app's if there is one, which the
 * database holds sealed only: the codes are too short for a plain digest.
 */
export function recoveryDigest(secret: Uint8Array, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, "");
  return createHmac("sha256", secret).update(plain).digest("hex");
}
