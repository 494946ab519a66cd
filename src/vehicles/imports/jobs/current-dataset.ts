import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import {
  type ByReader,
  changesByReader,
  findReadDataset,
  type ReadDataset,
} from "../staging/reader-changes.ts";

/** The dataset that an import replaces. */
export interface CurrentDataset {
  readonly id: number;
  readonly name: string;
  readonly reader: number;
}

export function findCurrentDataset(db: Database, family: string): Promise<CurrentDataset | undefined> {
  return db.get<CurrentDataset>(
    sql`select id, name, reader from dataset where family = ${family} and state = 'current'`,
  );
}

/** The lowest reader of a dataset's records: those that it keeps of the current one stay as they were read. */
export const lowestReader = (reader: number, current: CurrentDataset | undefined, kept: number): number =>
  current && kept > 0 ? Math.min(reader, current.reader) : reader;

/** Which changes of the current dataset come from readers; undefined if none do. */
export async function readerChanges(
  db: Database,
  current: CurrentDataset | undefined,
  made: ReadDataset,
): Promise<ByReader | undefined> {
  const former = current && (await findReadDataset(db, current.id));
  const found = former ? changesByReader(former, made) : "none";
  return found === "none" ? undefined : found;
}
