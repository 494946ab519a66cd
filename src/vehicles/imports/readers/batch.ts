import type { RecordError } from "../input/import-error.ts";

/** Some rows of an input, in its order. */
export interface Batch<Row> {
  readonly rows: readonly Row[];
  /** Rows that could not be read, by their place in `rows`. */
  readonly faults: ReadonlyMap<number, RecordError>;
  /** The line of the input that a row of `rows` begins on, from 1. */
  lineOf(index: number): number;
}

export type Batches<Row> = AsyncIterable<Batch<Row>>;

/** A row longer than this is none: a quote was never closed, or the file holds something else. */
export const rowCharactersMax = 16 * 2 ** 20;
