import type { Progress } from "../../base/loading.ts";
import { startThread } from "../../base/program/place.ts";
import type { SinkPlace } from "../../base/settings/sink-place.ts";
import type { Database } from "../../database/database.ts";
import { checkIntegrity } from "../../database/integrity.ts";
import type { DatabaseOptions } from "../../database/open.ts";
import { type JournalFault, journalFaults } from "../journal/journal-files.ts";
import { loadSink } from "../sink/sink.ts";
import type { ComparisonResult } from "./comparison.ts";
import { compareAll } from "./findings.ts";
import { numbersFound } from "./numbers.ts";
import { loadTables } from "./table-comparison.ts";

/** What is checked: a database, and the journals of a folder. */
export interface ConsistencySource {
  readonly database: DatabaseOptions;
  readonly folder: string;
  /** The parts that the migrations of this program make: `schemaParts`. */
  readonly schema: readonly string[];
  /** Present if the database does not keep single calls. */
  readonly sink?: SinkPlace | undefined;
  /** Scripts of features that compare their own tables, by their paths in the project. */
  readonly comparisons?: readonly string[];
}

/** The result of all comparisons. */
export interface ConsistencyReport {
  readonly compared: readonly ComparisonResult[];
  readonly journals: readonly JournalFault[];
}

export interface CheckedConsistency extends ConsistencyReport {
  /** Damage in SQLite's file. If there is any, nothing is compared. */
  readonly damage: readonly string[];
}

/** Runs all comparisons, and compares the journals of a folder with their rows. */
export async function runComparisons(
  db: Database,
  { folder, schema, sink, comparisons = [] }: Omit<ConsistencySource, "database">,
  progress?: (progress: Progress) => void,
): Promise<ConsistencyReport> {
  const tables = await loadTables(comparisons);
  const compared = await compareAll(db, { schema, progress, tables, sink: sink && (await loadSink(sink)) });
  const isReadable = compared.every(({ found }) => found !== numbersFound);
  return { compared, journals: isReadable ? await journalFaults(db, folder) : [] };
}

/**
 * Runs the consistency check in a thread with its own connection: over millions of calls it takes a while.
 */
export async function checkConsistency(place: ConsistencySource): Promise<CheckedConsistency> {
  const { url, file } = place.database;
  const damage = url === undefined && file !== undefined ? await checkIntegrity(file) : [];
  if (damage.length > 0) return { damage, compared: [], journals: [] };
  const worker = startThread("src/metering/consistency/consistency-worker.ts");
  return new Promise<CheckedConsistency>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ConsistencyReport | { readonly error: string }>) =>
      "error" in data ? reject(new Error(data.error)) : resolve({ damage, ...data });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(place);
  }).finally(() => worker.terminate());
}
