import type { BatchResult } from "../../../sdk/typescript/src/index.ts";
import { csvRow } from "../../cli/decode-csv.ts";
import type { Style } from "../../cli/decode-text.ts";
import type { Members } from "../../cli/terminal/members.ts";
import { plainText } from "../../cli/terminal/text.ts";

/** How results are written: one line each, between a first and a last line if they are not empty. */
export interface Format {
  readonly head: string;
  /** Contains no line end. */
  line(result: BatchResult): string;
  /** Begins each line but the first. */
  readonly between: string;
  readonly tail: string;
}

/** The members of all groups of a decode, as texts. */
function membersOf(data: object): Record<string, string> {
  const members: Record<string, string> = {};
  for (const group of Object.values(data) as Members[])
    if (!Array.isArray(group))
      for (const [name, value] of Object.entries(group))
        members[name] = Array.isArray(value) ? value.join(" ") : String(value ?? "");
  return members;
}

function jsonOf(result: BatchResult): string {
  const { vin, status } = result;
  return JSON.stringify(
    status === "success" ? { vin, status, data: result.data } : { vin, status, error: result.error },
  );
}

function csvFormat(columns: readonly string[]): Format {
  // A cell with a line end would be two lines of the file.
  const row = (cells: readonly string[]) =>
    csvRow(cells.map((cell) => cell.replaceAll(/[\r\n]+/g, " "))).trimEnd();
  return {
    head: `${row(["vin", ...columns, "error"])}\n`,
    line(result) {
      const members = result.status === "success" ? membersOf(result.data) : {};
      const error = result.status === "success" ? "" : result.error.detail;
      return row([result.vin, ...columns.map((name) => members[name] ?? ""), error]);
    },
    between: "",
    tail: "",
  };
}

function textFormat(style: Style): Format {
  return {
    head: "",
    line(result) {
      const vin = plainText(result.vin).padEnd(17);
      if (result.status === "error") return `${vin}  ${style.warn(plainText(result.error.detail))}`;
      const { year, make, model, trim } = membersOf(result.data);
      const vehicle = [year, make, model, trim].filter(Boolean).join(" ");
      return `${style.bold(vin)}  ${plainText(vehicle)}`;
    },
    between: "",
    tail: "",
  };
}

export const formatNames = ["ndjson", "csv", "json", "table"] as const;
export type FormatName = (typeof formatNames)[number];

export function formatOf(name: FormatName, columns: readonly string[], style: Style): Format {
  if (name === "csv") return csvFormat(columns);
  if (name === "table") return textFormat(style);
  if (name === "json") return { head: "[\n", line: jsonOf, between: ",", tail: "]\n" };
  return { head: "", line: jsonOf, between: "", tail: "" };
}
