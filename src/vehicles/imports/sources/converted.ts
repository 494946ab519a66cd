import type { RecordRow } from "../../families/record-family.ts";
import type { RecordError } from "../input/import-error.ts";

/** Rows of an input as records. */
export interface Converted<Row = RecordRow> {
  /** A row, or why it is none. */
  readonly rows: readonly (Row | RecordError)[];
  /** The line of the input that each came from. */
  lineOf(index: number): number;
  /** Rows that are of no use here, counted by the reason: they are not at fault. */
  readonly passedOver?: Readonly<Record<string, number>>;
}
