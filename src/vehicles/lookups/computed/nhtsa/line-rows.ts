import type { Database } from "../../../../database/database.ts";
import { join, name, type Sql, sql } from "../../../../database/sql.ts";
import { storedJson } from "../../../families/body.ts";
import type { VehicleRecords } from "../../../families/record-family.ts";
import type { Dataset } from "../../records/datasets.ts";
import type { FoundLine } from "../recalls/find-lines.ts";

/** A record of a line, by the key of its last level. */
export interface LineRow {
  readonly line: FoundLine;
  readonly key: string;
  /** The last level's name, such as the component. */
  readonly name: string;
  readonly record: Readonly<Record<string, unknown>>;
}

interface Stored {
  readonly makeKey: string;
  readonly modelKey: string;
  readonly key: string;
  readonly name: string;
  readonly body: Uint8Array;
}

/** Which records of the lines are read; `end` follows the condition. */
export interface LineQuery {
  readonly dataset: Pick<Dataset, "id">;
  readonly year: number;
  readonly lines: readonly FoundLine[];
  readonly end?: Sql;
}

/** The condition that records belong to some lines; there must be one. */
export const ofLines = ({ dataset, year, lines }: LineQuery): Sql => {
  const conditions = lines.map(
    ({ makeKey, modelKey }) => sql`(make_key = ${makeKey} and model_key = ${modelKey})`,
  );
  return sql`dataset = ${dataset.id} and year = ${year} and (${join(conditions, " or ")})`;
};

/** The records that a family has under the names of some lines. */
export async function rowsOfLines(
  db: Database,
  { table, levels }: VehicleRecords,
  query: LineQuery,
): Promise<LineRow[]> {
  const { lines, end = sql`` } = query;
  if (lines.length === 0) return [];
  const last = levels.at(-1)!;
  const rows = await db.all<Stored>(sql`
    select make_key as "makeKey", model_key as "modelKey", ${name(`${last}_key`)} as key, ${name(last)} as name, body
    from ${name(table)} where ${ofLines(query)} ${end}`);
  return lines.flatMap((line) =>
    rows
      .filter(({ makeKey, modelKey }) => makeKey === line.makeKey && modelKey === line.modelKey)
      .map(({ key, name, body }) => ({ line, key, name, record: recordOf(body) })),
  );
}

/** One row for each key: the one of the surest line, which comes first. */
export function oncePerKey(rows: readonly LineRow[]): LineRow[] {
  const found = new Map<string, LineRow>();
  for (const row of rows) if (!found.has(row.key)) found.set(row.key, row);
  return [...found.values()];
}

const recordOf = (body: Uint8Array) => JSON.parse(storedJson(body)) as Record<string, unknown>;

/** The lines as answers list them. */
export const shownLines = (lines: readonly FoundLine[]) =>
  lines.map(({ make, model, match, note }) => ({ make, model, match, note }));

/** The line of a record, as answers show it. */
export const shownLine = ({ model, match }: FoundLine) => ({ matched_model: model, match });

/** A text of a record; `""` if it has none. */
export const textIn = (record: LineRow["record"], name: string): string =>
  typeof record[name] === "string" ? record[name] : "";

/** A day of a record; null if it has none. */
export const dayIn = (record: LineRow["record"], name: string): string | null =>
  /^\d{4}-\d\d-\d\d$/.exec(textIn(record, name))?.[0] ?? null;

/** A number of a record; null if it has none. */
export const numberIn = (record: LineRow["record"], name: string): number | null =>
  typeof record[name] === "number" ? record[name] : null;

/** Later days first, unknown ones last. */
export const byDay = (a: string | null, b: string | null): number =>
  (b ?? "") < (a ?? "") ? -1 : (b ?? "") > (a ?? "") ? 1 : 0;
