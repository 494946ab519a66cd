import { stringify } from "yaml";
import type { ImportPreview, PreviewColumn, PreviewRow } from "../../vehicles/imports/preview/preview.ts";

const rowsShown = 5;
const number = (count: number): string => count.toLocaleString("en");
const line = (title: string, text: string): string => `  ${title.padEnd(11)}${text}`;

/** What a dry run shows of a file, for people. */
export function previewText(preview: ImportPreview): string {
  const { columns, required, rows, question } = preview;
  const lines = [
    line("file", fileText(preview)),
    ...mappingLines(preview),
    line("columns", `${number(columns.filter(({ as }) => as !== null).length)} of ${number(columns.length)}`),
    ...columns.flatMap(columnLines),
    ...(required.length === 0 ? [] : [line("missing", required.join(", "))]),
    ...rows.slice(0, rowsShown).flatMap(rowLines),
    ...(question?.readings ?? []).map(({ form, example, read }) =>
      line("form", `${form} reads ${JSON.stringify(example)} of ${question!.column} as ${read}`),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const delimiters: Readonly<Record<string, string>> = { "\t": "tab" };

function fileText({ format, encoding, delimiter, sheet, sheets }: ImportPreview): string {
  if (format === "xlsx") return `xlsx, sheet "${sheet}" of ${sheets.map((one) => `"${one}"`).join(", ")}`;
  const divided = delimiter === null ? "" : `, delimiter ${delimiters[delimiter] ?? delimiter}`;
  return `${format}, ${encoding}${divided}`;
}

/** The mapping as YAML, to be saved. */
function mappingLines({ mapping }: ImportPreview): string[] {
  if (!mapping) return [];
  const { name, title, proposed, text } = mapping;
  const what = name === null ? "by the usual names of columns" : `${name}: ${title}`;
  const how = name === null ? "save this and name the file with --mapping" : `import with --mapping ${name}`;
  const first = proposed ? `${what} (proposed; ${how})` : name === null ? "as given" : what;
  const yaml = stringify(JSON.parse(text), { lineWidth: 0, indent: 2 }).trimEnd().split("\n");
  return [line("mapping", first), ...yaml.map((one) => line("", one))];
}

function columnLines({ name, as, form, decided_at, empty, unmapped, values }: PreviewColumn): string[] {
  const decided = decided_at === null ? "" : `, decided by line ${decided_at}`;
  const read = as === null ? "left out" : `${as}${form === null ? "" : ` (${form}${decided})`}`;
  const examples = values.length === 0 ? "" : `: ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  return [
    line("", `${JSON.stringify(name)} → ${read}${examples}`),
    ...wordLines("nothing", empty),
    ...wordLines("not in values", unmapped),
  ];
}

function wordLines(title: string, counts: Readonly<Record<string, number>>): string[] {
  const words = Object.entries(counts).map(([word, count]) => `${JSON.stringify(word)} ${number(count)}`);
  return words.length === 0 ? [] : [line("", `  ${title}: ${words.join(", ")}`)];
}

function rowLines({ line: at, given, record, reject }: PreviewRow): string[] {
  const made = reject
    ? `rejected: ${reject.column} ${JSON.stringify(reject.value)} ${reject.reason}`
    : record === null
      ? "not converted"
      : JSON.stringify(record);
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  return [line(`line ${at}`, JSON.stringify(present)), line("", `→ ${made}`)];
}
