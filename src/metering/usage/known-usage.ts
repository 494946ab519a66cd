import { NotedKeyUse } from "./key-use.ts";
import { SeriesNumbers } from "./usage-series.ts";

/** Rows of the database that applies of a journal have read, and need not read or write again. */
export class KnownUsage {
  readonly series = new SeriesNumbers();
  readonly keyUse = new NotedKeyUse();

  /** A transaction begins; uncommitted knowledge of an earlier one is dropped. */
  begin(): void {
    this.series.begin();
    this.keyUse.begin();
  }

  /** The last transaction is committed. */
  committed(): void {
    this.series.committed();
    this.keyUse.committed();
  }

  /** The database has lost commits. */
  forget(): void {
    this.series.forget();
    this.keyUse.forget();
  }
}
