import type { Sql } from "../../../database/sql.ts";
import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
import type { KeptMapping } from "../columns/mapping.ts";
import type { RecordError } from "../input/import-error.ts";
import type { OlderEncoding } from "../input/utf8.ts";
import type { PreviewCollector } from "../preview/preview-collector.ts";
import type { Reasons, RejectedRows } from "./rejected-rows.ts";

/** Rows of an input, converted to records. */
export interface Converted<Row = RecordRow> {
  /** Rows, or why they are invalid; to be read once. */
  readonly rows: Iterable<Row | RecordError>;
  /** The input's line of each row. */
  lineOf(index: number): number;
  /** Rows without use here, counted by reason; they are no rejects. */
  readonly passedOver?: Readonly<Record<string, number>>;
  /** Rows of the input beside one for each of these rows; below 0 where these were counted before. */
  readonly counted?: number;
  /** The version that the input itself has; the last one counts. */
  readonly version?: string;
}

/** How the files divide data that are published in several. */
export interface Parts {
  /** The part that a row belongs to. */
  of(row: RecordRow): string;
  /** The condition that stored records belong to none of these parts. */
  others(parts: readonly string[]): Sql;
}

/** Data that records are made from. */
export interface Source {
  /** Name on the command line. */
  readonly name: string;
  /** The dataset's name in responses. */
  readonly dataset: string;
  readonly title: string;
  /** URL of the published file, or of a list of files. */
  readonly address?: string;
  /** The addresses of the files that the list at `address` names, where it is one. */
  listed?(list: string): readonly string[];
  readonly size: string;
  readonly cadence: string;
  readonly licence: string;
  /** The publisher. */
  readonly origin: string;
  readonly family: RecordFamily;
  /** Why later rows with the key of an earlier one are passed over; they are rejected if it is absent. */
  readonly repeats?: string;
  /** What text that is not UTF-8 is in; Latin-1 if it is absent. */
  readonly encoding?: OlderEncoding;
  /** Its text is in several encodings: all of it is read as Latin-1, and only ASCII of it is used. */
  readonly mixed?: true;
  /** An import replaces only the parts that the input contains; absent if one file contains everything. */
  readonly parts?: Parts;
  /** The mapping that was given for the file, as the outcome keeps it; only operators' own files have one. */
  mapping?(): KeptMapping | undefined;
  /** Matches the archive members that hold it. */
  readonly members: RegExp;
  /**
   * Reads rows from UTF-8 in chunks of whole characters; rows must be stored before the next ones are
   * requested. Throws `ImportError` for other content. Rows of an operator's own file are entered into the preview.
   */
  rows(utf8: AsyncIterable<Buffer>, preview?: PreviewCollector): AsyncIterable<Converted>;
  /** Reads rejected rows of a file again, in its own form; absent for files that the operator does not write. */
  rejectedRows?(utf8: AsyncIterable<Buffer>, reasons: Reasons): Promise<RejectedRows>;
}
