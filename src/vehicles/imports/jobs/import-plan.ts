import type { DiskSpace } from "../../../base/disk-space.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import type { KeptMapping } from "../columns/mapping.ts";
import type { Input } from "../input/input.ts";
import type { ImportPreview } from "../preview/preview.ts";
import type { Reasons, RejectedRows } from "../sources/rejected-rows.ts";
import type { Converted, Parts } from "../sources/source.ts";
import type { Changes } from "../staging/changes.ts";
import type { DatasetMeta } from "../staging/staging.ts";
import type { Mode } from "./import-run.ts";
import type { Reject, RejectLimit } from "./rejects.ts";
import type { ImportLock, ImportProgress } from "./runs.ts";

/** What to import, and how. */
export interface ImportPlan {
  /** The family's import lock, if the caller has it. */
  readonly lock?: ImportLock;
  readonly family: RecordFamily;
  /** How inputs divide the source's data, if one input does not contain everything. */
  readonly parts?: Parts;
  /** Why later rows with the key of an earlier one are passed over; they are rejected if it is absent. */
  readonly repeats?: string;
  /** Name on the command line: `epa`, `records lien`. */
  readonly source: string;
  readonly dataset: DatasetMeta;
  /** The number of the reader of the rows. */
  readonly reader: number;
  /** Whether a version that the input itself has replaces the dataset's. */
  readonly ownVersion?: boolean;
  readonly input: Input;
  /** The input's rows, read on demand. */
  readonly rows: AsyncIterable<Converted>;
  readonly mode: Mode;
  /** Verify everything and change nothing. */
  readonly dryRun: boolean;
  readonly rejectLimit: RejectLimit;
  readonly rejectFile?: string | undefined;
  /** Reads rejected rows again, by their numbers; absent if the input or its source cannot. */
  readonly rejectedRows?: (reasons: Reasons) => Promise<RejectedRows>;
  /** The place of the rejects in messages, instead of the file. */
  readonly rejectsAt?: string;
  /** Warnings on accepted rows, counted by reason. */
  readonly warningsOf?: (row: RecordRow) => readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** The disk of the data folder, of which the reserve stays free. */
  readonly disk?: DiskSpace | undefined;
  /** What the outcome keeps beside the counts, of an import that failed too. */
  readonly noted?: (rejects: readonly Reject[]) => Noted;
  readonly progress?: (step: ImportProgress) => void;
  readonly graceMs?: number | undefined;
  /** Scripts that compute what is stored with the dataset. */
  readonly datasetFits?: readonly string[] | undefined;
}

/** What an import keeps of how its file was read. */
export interface Noted {
  /** What a dry run shows of the file. */
  readonly preview?: ImportPreview;
  /** The mapping that was given, as it was given. */
  readonly mapping?: KeptMapping;
}

export interface ImportSummary extends Noted {
  readonly id: string;
  readonly family: string;
  readonly source: string;
  readonly input: string;
  readonly mode: Mode;
  readonly dry_run: boolean;
  readonly name: string;
  readonly version: string;
  /** The number of the reader of the input's rows. */
  readonly reader: number;
  /** Rows of the input, and what they became. */
  readonly rows_read: number;
  readonly rows_accepted: number;
  readonly rows_kept: number;
  readonly rows_rejected: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly first_rejects: readonly Reject[];
  readonly reject_file: string;
  /** The first of them as rows of the file, to be corrected; `""` without any. */
  readonly rows_file: string;
  /** Rows without use for the family, and warnings on accepted rows, by reason. */
  readonly passed_over: Readonly<Record<string, number>>;
  readonly doubtful: Readonly<Record<string, number>>;
  /** Records of the dataset: accepted rows, and in `merge` those that were kept. */
  readonly rows: number;
  /** SHA-256 of the original input. */
  readonly input_sha256: string;
  /** `RowChecksum` of the accepted rows. */
  readonly rows_checksum: string;
  readonly seconds: number;
  readonly changes: Changes;
}
