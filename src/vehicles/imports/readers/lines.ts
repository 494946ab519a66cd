import { ImportError } from "../input/import-error.ts";
import { rowCharactersMax } from "./batch.ts";

/** Whole lines of a text without their ends, many at a time. */
export interface Lines {
  readonly lines: readonly string[];
  /** The number of the first of them, from 1. */
  readonly first: number;
}

/** Divides a text into lines, whether `\n` or `\r\n` ends them. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Lines> {
  let rest = "";
  let first = 1;
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    if (rest.length > rowCharactersMax)
      throw new ImportError(
        `line ${first + lines.length}: a line of more than ${rowCharactersMax / 2 ** 20} MiB begins here; this is not a file of lines`,
      );
    if (lines.length === 0) continue;
    yield { lines: lines.map(withoutReturn), first };
    first += lines.length;
  }
  if (rest !== "") yield { lines: [withoutReturn(rest)], first };
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
