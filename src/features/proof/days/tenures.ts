import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { initially, integer, orNull, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

/**
 * A time in which one account has a subscription. All tenures of an account share a log. A subscription that never moved
 * has no tenures in the database.
 */
export type Tenure = Row<typeof proofTenures>;

export const proofTenures = new Table({
  name: "proof_tenure",
  as: "t",
  key: ["subscriptionId", "number"],
  members: {
    subscriptionId: text,
    /** From 0, without gaps. */
    number: integer,
    userId: text,
    /** The key of its log in `proof_log` and the other tables of leaves. */
    log: text,
    /** When it began, milliseconds UTC. */
    since: integer,
    /** Days before this one have no calls of it. Empty for the first. */
    fromDay: text,
    /** The rows of the subscription's ledger before it, and their head. */
    ledgerRows: integer,
    ledgerHead: text,
    /** The rows of its log's ledger before it, and their head; null until the leaf that continues a log is made. */
    ownRows: orNull(integer),
    ownHead: orNull(text),
    /** The credits by which the balance changed while other accounts had it. */
    bridge: initially(integer, 0),
    /** The first epoch of its log; null until the log has a leaf. */
    epoch: initially(orNull(integer), null),
    /** How it was left; null while it lasts. `grants`: JSON. */
    productId: initially(orNull(text), null),
    unlimited: initially(orNull(integer), null),
    grants: initially(orNull(text), null),
  },
});

/** The subscription of a log's key. IDs have no slash. */
export const subscriptionOf = (log: string): string => log.split("/", 1)[0]!;

/** Above all epochs of logs that no move began, which are minutes or small. */
const epochsOfMoves = 1_000_000;

/** The epoch of a log in an epoch of the database. No two logs of a subscription have the same. */
export function epochOf(log: string, epoch: number): number {
  const [, number] = log.split("/");
  return number === undefined ? epoch : (epoch + 1) * epochsOfMoves + Number(number);
}

/** The tenures that a condition on `t` selects, in their order. */
export const readTenures = (db: Queries, where: Sql): Promise<Tenure[]> =>
  proofTenures.select(db, sql`where ${where} order by t.subscription_id, t.number`);

export const tenuresOf = (db: Queries, subscriptionId: string): Promise<Tenure[]> =>
  readTenures(db, sql`t.subscription_id = ${subscriptionId}`);

/** The logs of an account as a query of the column `log`. */
export const logsOf = (userId: string): Sql => sql`
  select s.id as log from subscription s where s.owner_id = ${userId} and not exists (
    select 1 from proof_tenure t where t.subscription_id = s.id)
  union select t.log from proof_tenure t where t.user_id = ${userId}`;

/** The account of each log as a query of the columns `log` and `user_id`. */
export const accountsOfLogs: Sql = sql`
  select s.id as log, s.owner_id as user_id from subscription s where not exists (
    select 1 from proof_tenure t where t.subscription_id = s.id)
  union select t.log, t.user_id from proof_tenure t`;

/** As far as it decides whose call it is. */
interface AnyCall {
  readonly subscriptionId: string;
  readonly userId: string;
  readonly at: number;
}

/** Which tenure a call belongs to. */
export class TenureIndex {
  readonly #all = new Map<string, Tenure[]>();

  constructor(tenures: readonly Tenure[]) {
    for (const one of tenures) {
      const own = this.#all.get(one.subscriptionId) ?? [];
      this.#all.set(one.subscriptionId, own);
      own.push(one);
    }
  }

  static async read(db: Queries): Promise<TenureIndex> {
    return new TenureIndex(await readTenures(db, sql`1 = 1`));
  }

  /** The tenures of a subscription that had moved when a day was cut; undefined if it had not. */
  movedOn(subscriptionId: string, day: string): readonly Tenure[] | undefined {
    const own = this.#all.get(subscriptionId);
    return own?.[1] && own[1].fromDay <= day ? own : undefined;
  }

  /**
   * The tenure of a call that a day has: that of the account that made it, also if the call is applied after a move.
   * Undefined if the subscription had not moved.
   */
  of({ subscriptionId, userId, at }: AnyCall, day: string): Tenure | undefined {
    const moved = this.movedOn(subscriptionId, day);
    if (!moved) return undefined;
    const own = moved.filter((one) => one.userId === userId && one.fromDay <= day);
    return own.findLast(({ since }) => since <= at) ?? own[0] ?? moved[0];
  }

  /** The key of the log that has a call. */
  logOf(call: AnyCall, day: string): string {
    return this.of(call, day)?.log ?? call.subscriptionId;
  }
}
