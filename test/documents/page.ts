/** A command of a page, as it is written there. */
export interface PageCommand {
  /** The first line of it, from 1. */
  readonly line: number;
  readonly text: string;
  /** The nearest heading above it, except for the page's title. */
  readonly heading?: string;
  /** The JSON that the page shows as its output. */
  readonly output?: string;
}

/** The blocks of code in a language that a Markdown page contains. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, code]) => code!);

/**
 * The commands of a Markdown page in their order: blocks of `sh`, and `npx vingate …` in a sentence. A block whose lines
 * share variables is one command; in others each line is one, and so is each part of `a && b`.
 */
export function commandsOf(page: string): PageCommand[] {
  const found = /^```sh\n([\s\S]*?)^```$(?:\n\n```json\n([\s\S]*?)^```$)?|`(npx vingate [^`]+)`/gm;
  return [...page.matchAll(found)].flatMap((match) => {
    const [, block, output, inline] = match;
    const before = page.slice(0, match.index);
    const line = before.split("\n").length;
    const last = [...before.matchAll(/^###? (.*)$/gm)].at(-1)?.[1];
    const heading = last === undefined ? {} : { heading: last };
    if (inline !== undefined) return [{ line, text: inline, ...heading }];
    if (/^[A-Z]+=/m.test(block!))
      return [{ line: line + 1, text: block!, ...heading, ...(output !== undefined && { output }) }];
    let next = line + 1;
    return linesOf(block!).flatMap((text) => {
      const first = next;
      next += text.split("\n").length;
      const parts = text.replace(/\s+#.*/, "").split(" && ");
      return parts.map((part) => ({ line: first, text: part, ...heading }));
    });
  });
}

/** The lines of a block, of which one that ends with a backslash goes on in the next. */
const linesOf = (block: string): string[] => block.trimEnd().split(/(?<!\\)\n/);
