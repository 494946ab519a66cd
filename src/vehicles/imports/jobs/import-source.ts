import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { ImportError } from "../input/import-error.ts";
import type { Input } from "../input/input.ts";
import { type Encoding, utf8Of } from "../input/utf8.ts";
import type { Source } from "../sources/source.ts";
import type { DatasetMeta } from "../staging/staging.ts";
import { type ImportPlan, type ImportSummary, importRecords } from "./import-records.ts";
import type { RejectLimit } from "./rejects.ts";

/** An import of a source as a person asks for it; what is absent has its default. */
export interface ImportRequest
  extends Omit<ImportPlan, "family" | "source" | "dataset" | "rows" | "mode" | "dryRun" | "rejectLimit"> {
  readonly source: Source;
  readonly mode?: ImportPlan["mode"];
  readonly dryRun?: boolean;
  /** Rows that may be rejected; one in a hundred. */
  readonly rejectLimit?: RejectLimit;
  /** What answers call this version of the data; the day that the input was changed last. */
  readonly version?: string | undefined;
  readonly encoding?: Encoding;
  /** What is metadata of the dataset in place of what its source says. */
  readonly metadata?: Partial<Omit<DatasetMeta, "version">>;
  /** What the input must have. */
  readonly sha256?: string;
}

/** Imports a source's records from an input. Throws as `importRecords`. */
export function importSource(db: Database, request: ImportRequest, clock: Clock): Promise<ImportSummary> {
  const { source, input, version, metadata, encoding, sha256, ...rest } = request;
  const day = new Date(input.changedAt ?? clock()).toISOString().slice(0, 10);
  const { name, dataset, origin, licence, family } = source;
  return importRecords(
    db,
    {
      mode: "replace",
      dryRun: false,
      rejectLimit: { share: 0.01 },
      ...rest,
      family,
      source: name,
      dataset: { name: dataset, version: version ?? day, source: origin, licence, ...metadata },
      input,
      rows: source.rows(utf8Of(verified(input, sha256), encoding)),
    },
    clock,
  );
}

async function* verified(input: Input, sha256: string | undefined): AsyncGenerator<Uint8Array> {
  yield* input.read();
  if (sha256 !== undefined && input.checksum() !== sha256.toLowerCase())
    throw new ImportError(`the input's SHA-256 is ${input.checksum()}, not ${sha256}`);
}
