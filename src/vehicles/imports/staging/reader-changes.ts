import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";

/** Which changes between two datasets come from their readers alone, and not from their files. */
export const byReaders = ["none", "all", "unknown"] as const;
export type ByReader = (typeof byReaders)[number];

/** An import's data about the file of its dataset; old imports lack some. */
export interface FileRead {
  /** The number of the reader of its rows. */
  readonly reader?: number;
  readonly mode?: string;
  readonly input_sha256?: string;
  /** Records of the dataset after the import, and those of them that are of the dataset before. */
  readonly rows?: number;
  readonly rows_kept?: number;
}

/** A dataset with the import that made it. */
export interface ReadDataset {
  readonly id: number;
  /** The lowest number of the readers of its records. */
  readonly reader: number;
  /** Its records now. */
  readonly rows: number;
  readonly file: FileRead;
}

/** Compares how two datasets of a family were read. */
export function changesByReader(one: ReadDataset, other: ReadDataset): ByReader {
  const readers = [one, other].flatMap(({ reader, file }) => [reader, file.reader ?? reader]);
  if (new Set(readers).size === 1) return "none";
  const [earlier, later] = one.id < other.id ? [one, other] : [other, one];
  const { input_sha256: sum = "" } = later.file;
  const isSameFile = sum !== "" && sum === earlier.file.input_sha256;
  return isSameFile && isWhole(earlier) && isWhole(later) && hasSameRest(earlier.file, later.file)
    ? "all"
    : "unknown";
}

/** Whether nothing was erased since its import. */
const isWhole = ({ rows, file }: ReadDataset): boolean => rows === file.rows;

/** Whether the records that are not of the file are the same: kept by the later import, or none. */
function hasSameRest(earlier: FileRead, later: FileRead): boolean {
  if ((later.rows_kept ?? 0) === 0) return earlier.rows_kept === 0;
  return later.mode === "merge" || earlier.mode === "replace";
}

/** A dataset with the data of its import; undefined if it is deleted. */
export async function findReadDataset(db: Queries, id: number): Promise<ReadDataset | undefined> {
  const found = await db.get<{
    reader: number;
    rows: number;
    mode: string | null;
    outcome: string | null;
  }>(sql`
    select d.reader, d.record_count as rows, r.mode, r.outcome from dataset d
    left join import_run r on r.dataset = d.id where d.id = ${id}`);
  if (!found) return undefined;
  const { reader, rows, mode, outcome } = found;
  const file = outcome === null ? {} : (JSON.parse(outcome) as FileRead);
  return { id, reader, rows, file: { ...file, ...(mode !== null && { mode }) } };
}
