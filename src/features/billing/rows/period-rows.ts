import type { Queries } from "../../../database/database.ts";
import { RowsStatement } from "../../../database/rows-statement.ts";
import { raw, type Sql, sql } from "../../../database/sql.ts";

/** As stored; one that is due and has started is unpaid. */
export type StoredState = "due" | "paid" | "lapsed";
export const periodStates = ["due", "unpaid", "paid", "lapsed"] as const;
export type PeriodState = (typeof periodStates)[number];

/** A period of a subscription, stored once. Times are milliseconds UTC. */
export interface Period {
  readonly subscriptionId: string;
  readonly number: number;
  readonly productId: string;
  readonly offerVersion: number;
  readonly startsAt: number;
  /** The start of the next one; `never` for what is sold once. */
  readonly endsAt: number;
  readonly state: StoredState;
  /** Null without credits, and before they are granted. */
  readonly grantId: string | null;
  readonly priceMinor: number;
  readonly currency: string;
  /** `never` if it does not lapse by itself. */
  readonly lapsesAt: number;
}

export const shownState = ({ state, startsAt }: Period, now: number): PeriodState =>
  state === "due" && startsAt <= now ? "unpaid" : state;

const columns = raw(`subscription_id as "subscriptionId", number, product_id as "productId",
  offer_version as "offerVersion", starts_at as "startsAt", ends_at as "endsAt", state, grant_id as "grantId",
  price_minor as "priceMinor", currency, lapses_at as "lapsesAt"`);

/** Periods that meet a condition, in an order. */
export const selectPeriods = (rest: Sql): Sql => sql`select ${columns} from billing_period ${rest}`;

export function findPeriod(db: Queries, subscriptionId: string, number: number): Promise<Period | undefined> {
  return db.get<Period>(selectPeriods(sql`where subscription_id = ${subscriptionId} and number = ${number}`));
}

const insert = new RowsStatement<never>(
  `insert into billing_period (subscription_id, number, product_id, offer_version, starts_at, ends_at, state, grant_id,
    price_minor, currency, lapses_at, created_at)
  select v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, nullif(v.column8, ''), v.column9,
    v.column10, v.column11, :clock from :rows where true
  on conflict (subscription_id, number) do nothing`,
  ["text", "bigint", "text", "bigint", "bigint", "bigint", "text", "text", "bigint", "text", "bigint"],
);

/** Stores periods; one that is there stays as it is. */
export async function insertPeriods(tx: Queries, periods: readonly Period[]): Promise<void> {
  if (periods.length === 0) return;
  const column = <T extends string | number>(of: (period: Period) => T): T[] => periods.map(of);
  await insert.run(tx, [
    column(({ subscriptionId }) => subscriptionId),
    column(({ number }) => number),
    column(({ productId }) => productId),
    column(({ offerVersion }) => offerVersion),
    column(({ startsAt }) => startsAt),
    column(({ endsAt }) => endsAt),
    column(({ state }) => state),
    column(({ grantId }) => grantId ?? ""),
    column(({ priceMinor }) => priceMinor),
    column(({ currency }) => currency),
    column(({ lapsesAt }) => lapsesAt),
  ]);
}
