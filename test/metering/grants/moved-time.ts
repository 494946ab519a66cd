import { never } from "../../../src/base/clock.ts";
import type { Database } from "../../../src/database/database.ts";
import { raw } from "../../../src/database/sql.ts";

/**
 * Time that a test moves. Grants are compared with the database's clock, so their times move against it: a day that
 * passes is taken from each of them.
 */
export class MovedTime {
  readonly #db: Database;
  #offset = 0;
  #latest = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  get now(): number {
    return Date.now() + this.#offset;
  }

  /** The latest time so far: a clock that is set back opens nothing again. */
  get latest(): number {
    this.#latest = Math.max(this.#latest, this.now);
    return this.#latest;
  }

  /** A moment as the database's clock has it now. */
  stored(moment: number): number {
    return moment === never ? never : moment - this.#offset;
  }

  /** A time of the database's clock, as a moment. */
  momentOf(stored: number): number {
    return stored === never ? never : stored + this.#offset;
  }

  async move(milliseconds: number): Promise<void> {
    void this.latest;
    this.#offset += milliseconds;
    const moved = (column: string) =>
      `${column} = case when ${column} < ${never} then ${column} - ${milliseconds} else ${column} end`;
    await this.#db.transaction(async (tx) => {
      await tx.run(raw(`update credit_grant set ${moved("starts_at")}, ${moved("expires_at")}`));
      await tx.run(raw(`update credit_balance set ${moved("due_at")}`));
    });
    void this.latest;
  }
}
