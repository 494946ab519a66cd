/**
 * A text without the repetitions of a character at its end. A pattern such as /-+$/ reads each run of them, wherever
 * it is, once from each of its characters.
 */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
