import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { epochOf, proofTenures, subscriptionOf, type Tenure, TenureIndex } from "./days/tenures.ts";

/** A tenure with the log that the first leaf of its own one names; null until that leaf is made. */
export interface CheckedTenure extends Tenure {
  readonly formerEpoch: number | null;
  readonly formerSize: number | null;
  readonly formerRoot: string | null;
}

/** The subscriptions that have moved, as the consistency check reads them. */
export class MovedLogs {
  /** The tenures by subscription ID, in the order of their numbers. The list is empty if only a log is left. */
  readonly tenures: ReadonlyMap<string, readonly CheckedTenure[]>;
  /** The index of subscriptions whose tenures have no gap. */
  readonly index: TenureIndex;
  readonly #whole: ReadonlySet<string>;

  private constructor(tenures: ReadonlyMap<string, readonly CheckedTenure[]>) {
    this.tenures = tenures;
    const whole = [...tenures].filter(([, own]) => own.length > 1 && own.every(isNext));
    this.#whole = new Set(whole.map(([id]) => id));
    this.index = new TenureIndex(whole.flatMap(([, own]) => own));
  }

  static async read(tx: Queries): Promise<MovedLogs> {
    const rows = await tx.all<CheckedTenure>(sql`
      select ${proofTenures.columns}, t.former_epoch as "formerEpoch", t.former_size as "formerSize",
        t.former_root as "formerRoot"
      from proof_tenure t order by t.subscription_id, t.number`);
    const found = Map.groupBy(rows, ({ subscriptionId }) => subscriptionId);
    const begun = await tx.all<{ id: string }>(
      sql`select subscription_id as id from proof_log where subscription_id like '%/%'`,
    );
    for (const id of begun.map((one) => subscriptionOf(one.id))) if (!found.has(id)) found.set(id, []);
    return new MovedLogs(found);
  }

  has(key: string): boolean {
    return this.tenures.has(subscriptionOf(key));
  }

  /** Whether each tenure from the first to the last is there: logs cannot be made again without. */
  isWhole(key: string): boolean {
    return this.#whole.has(subscriptionOf(key));
  }

  /** A log for people, such as `subscription ID, account ID`. */
  nameOf(key: string): string {
    const id = subscriptionOf(key);
    const account = this.tenures.get(id)?.find(({ log }) => log === key)?.userId;
    return account === undefined ? `subscription ${key}` : `subscription ${id}, account ${account}`;
  }
}

const isNext = ({ number }: Tenure, index: number): boolean => number === index;

/** The number of the database's epoch in which a log's epoch was made. */
export function databaseEpoch(log: string, epoch: number): number {
  const step = epochOf(log, 1) - epochOf(log, 0);
  return Math.floor((epoch - epochOf(log, 0)) / step);
}
