/** A file that was received and is to become a dataset, in plain values: threads hand it on. */
export interface ImportJob {
  /** Of the import, whose turn is held. */
  readonly id: string;
  readonly family: string;
  /** As the command line calls it: `epa`, or `records` for the documented columns. */
  readonly source: string;
  readonly file: string;
  readonly mode: "replace" | "merge";
  readonly dryRun: boolean;
  /** Rows that may be rejected, as a share of those read or a number. */
  readonly rejectLimit: { readonly share?: number; readonly rows?: number };
  readonly rejectFile: string;
  /** The largest that the file may be when it is decompressed. */
  readonly bytesMax: number;
  /** Sniffed where it is absent. */
  readonly format?: "csv" | "ndjson";
  /** JSON: the documented name of a column → the file's own. */
  readonly map?: string;
  /** What the dataset is called in place of what its source says. */
  readonly told: { readonly name?: string; readonly version?: string; readonly licence?: string };
}

/** Imports files beside the answering of requests. */
export interface Imports {
  /** Begins; what becomes of it is told by the import's row. The file is removed at its end. */
  start(job: ImportJob): void;
  /** Stops what runs; nothing of it is answered. */
  close(): Promise<void>;
}
