// The kinds of credentials (`identity/tokens.ts`), whole, mistyped or cut, in whatever case, and with an
// escaped underscore: a key in the wrong place of a request must not be kept where the request is.
const credential = /vg[kstocr](?:_|%5f)[0-9A-Za-z]{6,}/gi;

/** A text in which `[redacted]` stands for whatever looks like one of our credentials. */
export function redactCredentials(text: string): string {
  return text.replace(credential, "[redacted]");
}
