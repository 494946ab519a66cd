/** A received file that becomes a dataset, as plain values, so that threads can pass it on. */
export interface ImportJob {
  /** The import's ID; its import lock is held. */
  readonly id: string;
  readonly family: string;
  /** Its name on the command line: `epa`, or `records` for the documented columns. */
  readonly source: string;
  readonly file: string;
  readonly mode: "replace" | "merge";
  readonly dryRun: boolean;
  /** The maximum of rejected rows, as a share of the rows read or a number. */
  readonly rejectLimit: { readonly share?: number; readonly rows?: number };
  readonly rejectFile: string;
  /** The maximum size of the decompressed file. */
  readonly bytesMax: number;
  /** Detected if absent. */
  readonly format?: "csv" | "ndjson";
  /** JSON: documented column name → the file's column name. */
  readonly map?: string;
  /** A mapping in YAML or JSON, or the name of a ready-made one; excludes `map`. */
  readonly mapping?: string;
  /** A name of an encoding; detected if absent. */
  readonly encoding?: string;
  /** The sheet of a workbook, by name or number from 1; the first that is not hidden if absent. */
  readonly sheet?: string;
  /** Whether rows get the names that their VINs decode to, or those of the file. */
  readonly names: "vin" | "file";
  /** How dates such as 3/2/2024 are read; if absent, as their column shows. */
  readonly dates?: "month_first" | "day_first" | "year_first";
  /** The decimal sign of amounts and distances; if absent, that of their column. */
  readonly decimals?: "point" | "comma";
  /** The dataset's metadata, in place of the source's. */
  readonly metadata: { readonly name?: string; readonly version?: string; readonly licence?: string };
}

/** A received dump of vPIC that becomes the decoder's pack, as plain values. */
export interface VpicJob {
  /** The import's ID; its import lock is held. */
  readonly id: string;
  readonly family: "vpic";
  readonly file: string;
  readonly dryRun: boolean;
  /** The required SHA-256 of the file. */
  readonly sha256?: string;
}

/** Imports files while requests are answered. */
export interface Imports {
  /** Starts an import; its row records the result. The file is removed at its end. */
  start(job: ImportJob | VpicJob): void;
  /** Stops running imports without a result. */
  close(): Promise<void>;
}
