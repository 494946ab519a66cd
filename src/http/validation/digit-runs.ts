/** What the search reads of a string. */
type Characters = Pick<string, "length" | "charCodeAt">;

/**
 * Whether a text has `length` digits in a row. Reads each window of so many characters from its end: no run
 * contains what is before its last other character. So it reads no character twice, but those of the run that
 * it finds; a pattern such as /\d{300}/ starts again at each digit.
 */
export function hasDigitRun(text: Characters, length: number): boolean {
  let start = 0;
  while (start + length <= text.length) {
    let at = start + length - 1;
    while (at >= start && isDigit(text.charCodeAt(at))) at--;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
