/** A block of Markdown, as far as our pages use it. */
export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly text: string }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

const starts = /^(#{1,3} |```|\||- |\d+\. )/;

/** Reads the first block; returns it and its number of lines. */
function blockOf(lines: readonly string[]): [Block, number] {
  const [first = ""] = lines;
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading)
    return [{ kind: "heading", level: heading[1]?.length as 1 | 2 | 3, text: heading[2] ?? "" }, 1];
  if (first.startsWith("```")) {
    const end = lines.indexOf("```", 1);
    const last = end < 0 ? lines.length : end;
    return [{ kind: "code", text: lines.slice(1, last).join("\n") }, last + 1];
  }
  const run = (matches: (line: string) => boolean) => {
    const end = lines.findIndex((line) => !matches(line));
    return lines.slice(0, end < 0 ? lines.length : end);
  };
  if (first.startsWith("|")) {
    const table = run((line) => line.startsWith("|"));
    return [{ kind: "table", head: cells(first), rows: table.slice(2).map(cells) }, table.length];
  }
  const marker = /^(?:- |\d+\. )/;
  if (marker.test(first)) {
    const items = run((line) => marker.test(line));
    return [
      { kind: "list", ordered: /^\d/.test(first), items: items.map((item) => item.replace(marker, "")) },
      items.length,
    ];
  }
  const rest = lines.slice(1);
  const end = rest.findIndex((line) => line === "" || starts.test(line));
  const length = 1 + (end < 0 ? rest.length : end);
  return [{ kind: "paragraph", text: lines.slice(0, length).join(" ") }, length];
}

/** The blocks of a Markdown page. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines = text.split("\n");
  while (lines.length > 0) {
    if (lines[0] === "") {
      lines = lines.slice(1);
      continue;
    }
    const [block, taken] = blockOf(lines);
    blocks.push(block);
    lines = lines.slice(taken);
  }
  return blocks;
}

/** A piece of a line: plain, code, strong, or a link. */
export interface Piece {
  readonly kind: "text" | "code" | "strong" | "link";
  readonly text: string;
  readonly to?: string;
}

const piece = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of line.matchAll(piece)) {
    if (found.index > at) pieces.push({ kind: "text", text: line.slice(at, found.index) });
    const [whole, code, strong, label, to] = found;
    if (code !== undefined) pieces.push({ kind: "code", text: code });
    else if (strong !== undefined) pieces.push({ kind: "strong", text: strong });
    else pieces.push({ kind: "link", text: (label ?? "").replaceAll("`", ""), to: to ?? "" });
    at = found.index + whole.length;
  }
  if (at < line.length) pieces.push({ kind: "text", text: line.slice(at) });
  return pieces;
}
