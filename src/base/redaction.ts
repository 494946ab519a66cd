// Credentials of every kind (`access/tokens.ts`), complete, mistyped or truncated, in any case, also with an escaped
// underscore: a key in the wrong part of a request must not be stored with it.
const credential = /vg[kstocr](?:_|%5f)[0-9A-Za-z]{6,}/gi;

/** Replaces everything that looks like one of our credentials with `[redacted]`. */
export function redactCredentials(text: string): string {
  return text.replace(credential, "[redacted]");
}
