import type { RecordFamily, RecordRow } from "../../families/record-family.ts";
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

/** A public table that records are made from. */
export interface Source {
  /** As the command line calls it. */
  readonly name: string;
  /** What answers call its data. */
  readonly dataset: string;
  readonly title: string;
  /** Where it is published. */
  readonly address?: string;
  readonly size: string;
  readonly cadence: string;
  readonly licence: string;
  /** Who publishes it, for people. */
  readonly origin: string;
  readonly family: RecordFamily;
  /** Names of archive members that hold it. */
  readonly members: RegExp;
  /**
   * Reads rows out of UTF-8 that comes in pieces of whole characters; rows must be stored before the next are asked
   * for. Throws `ImportError` where the text is something else.
   */
  rows(utf8: AsyncIterable<Buffer>): AsyncIterable<Converted>;
}
