import type { Progress } from "../../base/loading.ts";

/** One cell of a vPIC table. Numbers may also arrive as text. */
export type VpicCell = string | number | null;
export type VpicRow = readonly VpicCell[];

/** The rows of vPIC's tables, from any source. */
export interface VpicSource {
  /** The source's name in answers, such as `vpic-packaged`. */
  readonly name: string;
  /** Month or date of the data. */
  readonly version: string;
  /** Changes whenever the data changes. */
  readonly fingerprint: string;
  /**
   * Whether it contains every pattern and rule table of vPIC; reduced data cannot decide some error codes.
   */
  readonly complete: boolean;
  /** Rows of a table; 0 for a table that the source does not have. */
  count(table: string): number;
  /** All rows of a table, cells in the order of `columns`. */
  rows(table: string, columns: readonly string[]): Iterable<VpicRow>;
}

/** Called while compiling, every few milliseconds. */
export type OnProgress = (step: Progress) => void;

export const text = (cell: VpicCell | undefined): string =>
  cell === null || cell === undefined ? "" : String(cell);

/** A whole number, or `fallback` for an empty cell. */
export const whole = (cell: VpicCell | undefined, fallback = 0): number =>
  cell === null || cell === undefined || cell === "" ? fallback : Number(cell);
