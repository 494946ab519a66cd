import { z } from "zod";
import { csvCell } from "../../base/csv.ts";
import { type Answer, json } from "../../http/endpoint.ts";

/** The header that requests a report or a list as CSV. */
export const Accept = z.object({ accept: z.string().optional() });
export type Accepting = z.output<typeof Accept>;

type Cell = string | number | null;

/** Whether `Accept` names a media type; a pattern such as `*` does not. */
export function accepts(accept: string | undefined, type: string): boolean {
  return (accept ?? "").split(",").some((range) => {
    const [mediaType = "", ...parameters] = range.split(";");
    const isRefused = /^\s*q=0(\.0*)?\s*$/i.test(parameters.at(-1) ?? "");
    return mediaType.trim().toLowerCase() === type && !isRefused;
  });
}

/** Whether `Accept` names CSV. */
export const wantsCsv = (accept: string | undefined): boolean => accepts(accept, "text/csv");

/** A report as JSON, or its rows as CSV (RFC 4180) if the caller requested that. */
export function reportAnswer(
  accept: string | undefined,
  name: string,
  report: object,
  columns: readonly string[],
  rows: readonly object[],
): Answer {
  // One address has two forms, which caches must keep apart.
  const vary = { vary: "accept" };
  if (!wantsCsv(accept)) return json(report, vary);
  return {
    body: csv(columns, rows as readonly Record<string, Cell>[]),
    type: "text/csv; charset=utf-8",
    headers: { ...vary, "content-disposition": `attachment; filename="${name}.csv"` },
  };
}

function csv(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
  return lines.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/** A number stays one: a negative one is no formula. */
export function cellText(cell: Cell): string {
  return typeof cell === "number" ? String(cell) : csvCell(cell ?? "");
}
