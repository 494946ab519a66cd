import { NotedKeyUse } from "./key-use.ts";
import { SeriesNumbers } from "./usage-series.ts";

/** What applies of a journal have learned of the database, and need not ask or write again. */
export class KnownUsage {
  readonly series = new SeriesNumbers();
  readonly keyUse = new NotedKeyUse();

  /** A transaction begins; what the one before wrote and did not commit is not there. */
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
