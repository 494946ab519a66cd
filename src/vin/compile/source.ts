import type { Progress } from "../../base/loading.ts";

/** One cell of a vPIC table. Numbers may also arrive as their text. */
export type VpicCell = string | number | null;
export type VpicRow = readonly VpicCell[];

/** The rows of vPIC's tables, wherever they come from. */
export interface VpicSource {
  /** What answers call it, such as `vpic-packaged`. */
  readonly name: string;
  /** Month or date of the data. */
  readonly version: string;
  /** Changes whenever the data does. */
  readonly fingerprint: string;
  /** Whether every pattern and rule table of vPIC is there; reduced data withholds some error codes. */
  readonly complete: boolean;
  /** Rows of a table; 0 for a table the source does not have. */
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
