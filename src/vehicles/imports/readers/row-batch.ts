import type { RecordError } from "../input/import-error.ts";

/** Some rows of an input, in its order. */
export interface Batch<Row> {
  readonly rows: readonly Row[];
  /** Rows that could not be read, by their index in `rows`. */
  readonly faults: ReadonlyMap<number, RecordError>;
  /** The input's line on which a row begins, from 1. */
  lineOf(index: number): number;
}

export type Batches<Row> = AsyncIterable<Batch<Row>>;
