import type { Style } from "../decode-text.ts";
import { isMembers, type Members } from "./members.ts";
import { plainText } from "./text.ts";

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar => typeof value !== "object" || value === null;

const textOf = (value: Scalar): string => plainText(value === null ? "" : String(value)).trim();

const labelOf = (name: string): string => {
  const words = plainText(name)
    .replaceAll("_", " ")
    .replace(/\b(api|vin|gvwr|oem)\b/g, (word) => word.toUpperCase())
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const pad = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));

/** Rows below a heading, as columns. */
export function columnsText(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string[] {
  const widths = heading.map((name, at) =>
    Math.max(Bun.stringWidth(name), ...rows.map((row) => Bun.stringWidth(row[at]!))),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === cells.length - 1 ? cell : pad(cell, widths[at]!))).join("  ");
  return [style.dim(line(heading)), ...rows.map((row) => line(row).trimEnd())];
}

interface Page {
  readonly style: Style;
  readonly width: number;
  /** Members without a value. */
  readonly missing: string[];
}

const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === "" ? "" : `  ${line}`));

function listLines(list: readonly unknown[], page: Page): string[] {
  if (list.every(isScalar)) return list.map(textOf).filter((text) => text !== "");
  const records = list.filter(isMembers);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (records.every((record) => Object.values(record).every(isScalar))) {
    const rows = records.map((record) => names.map((name) => textOf((record[name] ?? null) as Scalar)));
    const lines = columnsText(names.map(labelOf), rows, page.style);
    if (lines.every((line) => Bun.stringWidth(line) <= page.width)) return lines;
  }
  return records.flatMap((record, index) => {
    const lines = membersLines(record, page);
    return [page.style.bold(`${index + 1} of ${records.length}`), ...indented(lines)];
  });
}

/** First the members with one value, as aligned lines; then lists and groups, each below its name. */
function membersLines(members: Members, page: Page): string[] {
  const entries = Object.entries(members);
  const scalars = entries.filter((entry): entry is [string, Scalar] => isScalar(entry[1]));
  const shown = scalars.map(([name, value]) => [labelOf(name), textOf(value)] as const);
  for (const [label, text] of shown) if (text === "") page.missing.push(label.toLowerCase());
  const rows = shown.filter(([, text]) => text !== "");
  const width = Math.max(0, ...rows.map(([label]) => Bun.stringWidth(label))) + 2;
  const lines = rows.map(([label, text]) => `${page.style.dim(pad(label, width))}${text}`);
  for (const [name, value] of entries) {
    if (isScalar(value)) continue;
    const inner = Array.isArray(value) ? listLines(value, page) : membersLines(value as Members, page);
    if (inner.length === 0 && Array.isArray(value)) page.missing.push(labelOf(name).toLowerCase());
    if (inner.length > 0) lines.push(page.style.bold(labelOf(name)), ...indented(inner));
  }
  return lines;
}

/** The data of an answer as lines for a terminal of so many columns; names what is empty. */
export function answerText(data: unknown, style: Style, width: number): string {
  const page: Page = { style, width: width - 2, missing: [] };
  const lines = Array.isArray(data)
    ? listLines(data, page)
    : isMembers(data)
      ? membersLines(data, page)
      : [textOf(data as Scalar)];
  const missing = [...new Set(page.missing)];
  if (missing.length > 0) lines.push(style.dim(`Not in the data: ${missing.join(", ")}`));
  return lines.map((line) => `${line}\n`).join("");
}
