import { csvRows } from "../../../base/csv.ts";
import type { Columns } from "./template.ts";

/** Enough for the first row. */
const headBytes = 65_536;

/** NHTSA's campaigns have no header: the second of their many columns is a number such as 26V123000. */
const isNhtsaCampaign = (row: readonly string[] = []): boolean =>
  row.length >= 24 && /^\d{2}[A-Z]\d{6}$/.test(row[1] ?? "");

/** Whether a file is NHTSA's own, by its name or its first row. */
async function isOfNhtsa(file: File): Promise<boolean> {
  if (/^flat_rcl/i.test(file.name)) return true;
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return false;
  const text = await file.slice(0, headBytes).text();
  return isNhtsaCampaign(csvRows(text, 1, file.size <= headBytes)[0]);
}

/** The source of a file: NHTSA's own file is known, others are of the chosen one. */
export async function sourceOf(file: File, described: Columns | undefined, chosen: string): Promise<string> {
  if (!described?.sources.some(({ name }) => name === "recalls")) return chosen;
  return (await isOfNhtsa(file)) ? "recalls" : chosen;
}
