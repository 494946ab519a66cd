// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey them.
const control = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A text of a service without what a terminal obeys. */
export const plainText = (text: string): string => text.replace(control, " ");

/** Whether a stream is a terminal that may show colors. */
export function isColourful(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
}
