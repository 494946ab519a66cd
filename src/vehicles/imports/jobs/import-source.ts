import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { ImportError } from "../input/import-error.ts";
import type { Input } from "../input/input.ts";
import { type Encoding, utf8Of } from "../input/utf8.ts";
import type { Source } from "../sources/source.ts";
import type { DatasetMeta } from "../staging/staging.ts";
import type { ImportPlan, ImportSummary } from "./import-plan.ts";
import { importRecords } from "./import-records.ts";
import type { RejectLimit } from "./rejects.ts";

/** A request to import a source. */
export interface ImportRequest
  extends Omit<
    ImportPlan,
    | "family"
    | "parts"
    | "repeats"
    | "source"
    | "dataset"
    | "ownVersion"
    | "rows"
    | "mode"
    | "dryRun"
    | "rejectLimit"
  > {
  readonly source: Source;
  readonly mode?: ImportPlan["mode"];
  readonly dryRun?: boolean;
  /** Default: 1% of the rows. */
  readonly rejectLimit?: RejectLimit;
  /** Default: the version that the input has, else the day on which it was last modified. */
  readonly version?: string | undefined;
  readonly encoding?: Encoding;
  /** Overrides the source's own metadata. */
  readonly metadata?: Partial<Omit<DatasetMeta, "version">>;
  /** The required checksum of the input. */
  readonly sha256?: string;
}

/** Imports a source's records. Throws as `importRecords`. */
export function importSource(db: Database, request: ImportRequest, clock: Clock): Promise<ImportSummary> {
  const { source, input, version, metadata, encoding = "auto", sha256, ...rest } = request;
  const day = new Date(input.changedAt ?? clock()).toISOString().slice(0, 10);
  const { name, dataset, origin, licence, family, parts, repeats } = source;
  return importRecords(
    db,
    {
      mode: "replace",
      dryRun: false,
      rejectLimit: { share: 0.01 },
      ...rest,
      family,
      ...(parts && { parts }),
      ...(repeats !== undefined && { repeats }),
      source: name,
      dataset: { name: dataset, version: version ?? day, source: origin, licence, ...metadata },
      ownVersion: version === undefined,
      input,
      rows: source.rows(
        utf8Of(
          verified(input, sha256),
          encoding === "auto" && source.mixed ? "latin1" : encoding,
          source.encoding,
        ),
      ),
    },
    clock,
  );
}

async function* verified(input: Input, sha256: string | undefined): AsyncGenerator<Uint8Array> {
  yield* input.read();
  if (sha256 !== undefined && input.checksum() !== sha256.toLowerCase())
    throw new ImportError(`the input's SHA-256 is ${input.checksum()}, not ${sha256}`);
}
