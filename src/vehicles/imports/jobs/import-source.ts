import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { ColumnRefused } from "../columns/column-refusal.ts";
import { ImportError } from "../input/import-error.ts";
import type { Input } from "../input/input.ts";
import { type Encoding, utf8Of } from "../input/utf8.ts";
import type { ImportPreview } from "../preview/preview.ts";
import { PreviewCollector } from "../preview/preview-collector.ts";
import { presentReader } from "../sources/readers.ts";
import type { Converted, Source } from "../sources/source.ts";
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
    | "reader"
    | "rejectedRows"
    | "ownVersion"
    | "rows"
    | "mode"
    | "dryRun"
    | "rejectLimit"
    | "noted"
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
  /** Called at the end of a dry run of an operator's own file, whether it failed or not. */
  readonly previewed?: (preview: ImportPreview) => void;
}

/** Imports a source's records. Throws as `importRecords`. */
export function importSource(db: Database, request: ImportRequest, clock: Clock): Promise<ImportSummary> {
  const { source, input, version, metadata, encoding = "auto", sha256, previewed, ...rest } = request;
  const day = new Date(input.changedAt ?? clock()).toISOString().slice(0, 10);
  const { name, dataset, origin, licence, family, parts, repeats } = source;
  const preview = rest.dryRun && source.mapping ? previewOf(source, input) : undefined;
  const inUtf8 = (bytes: AsyncIterable<Uint8Array>, found?: (encoding: Encoding) => void) =>
    utf8Of(bytes, encoding === "auto" && source.mixed ? "latin1" : encoding, source.encoding, { found });
  const readAgain: ImportPlan["rejectedRows"] = async (reasons) => {
    const again = await input.reopen!();
    const { form, pieces } = await source.rejectedRows!(inUtf8(again.read()), reasons);
    return { form, pieces: closing(pieces, again) };
  };
  const utf8 = inUtf8(
    verified(input, sha256),
    preview &&
      ((found) => {
        preview.encoding = found;
      }),
  );
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
      reader: presentReader({ source: origin }),
      ownVersion: version === undefined,
      input,
      rows: placed(source.rows(utf8, preview), input.name, preview),
      noted(rejects) {
        const shown = preview?.preview(rejects);
        if (shown) previewed?.(shown);
        const kept = source.mapping?.();
        return { ...(shown && { preview: shown }), ...(kept && { mapping: kept }) };
      },
      ...(source.rejectedRows && input.reopen && { rejectedRows: readAgain }),
    },
    clock,
  );
}

async function* closing<T>(pieces: AsyncIterable<T>, input: Input): AsyncGenerator<T> {
  try {
    yield* pieces;
  } finally {
    await input[Symbol.asyncDispose]();
  }
}

function previewOf({ family }: Source, { sheet }: Input): PreviewCollector {
  const preview = new PreviewCollector(family);
  if (!sheet) return preview;
  preview.format = "xlsx";
  preview.sheet = sheet.name;
  preview.sheets = sheet.all;
  return preview;
}

/** The same rows; a refused column is reported with the file's name. */
async function* placed(
  rows: AsyncIterable<Converted>,
  file: string,
  preview: PreviewCollector | undefined,
): AsyncGenerator<Converted> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof ColumnRefused)) throw error;
    if (preview) preview.question = error.question;
    throw new ImportError(`${file}, ${error.message}`);
  }
}

async function* verified(input: Input, sha256: string | undefined): AsyncGenerator<Uint8Array> {
  yield* input.read();
  if (sha256 !== undefined && input.checksum() !== sha256.toLowerCase())
    throw new ImportError(`the input's SHA-256 is ${input.checksum()}, not ${sha256}`);
}
