interface Delimited {
  readonly inside: string;
  /** Where the opening text begins. */
  readonly start: number;
  /** After the closing text. */
  readonly end: number;
}

/**
 * The parts of a text from `open` to the next `close`. Reads the text once; a pattern such as /\([^)]*\)/ reads
 * to the end from each `open` where no `close` follows.
 */
export function* delimited(text: string, open: string, close: string): Generator<Delimited> {
  for (let at = 0; ; ) {
    const start = text.indexOf(open, at);
    const closing = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (closing === -1) return;
    at = closing + close.length;
    yield { inside: text.slice(start + open.length, closing), start, end: at };
  }
}

/** A text with others in place of its parts from `open` to the next `close`; undefined leaves a part as it is. */
export function replaceDelimited(
  text: string,
  [open, close]: readonly [open: string, close: string],
  replacement: (inside: string) => string | undefined,
): string {
  let replaced = "";
  let from = 0;
  for (const { inside, start, end } of delimited(text, open, close)) {
    replaced += text.slice(from, start) + (replacement(inside) ?? text.slice(start, end));
    from = end;
  }
  return replaced + text.slice(from);
}

/** A text with a space in place of what is in round brackets. */
export const withoutBrackets = (text: string): string => replaceDelimited(text, ["(", ")"], () => " ");
