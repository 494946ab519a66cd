import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { type Customer, growth, rowsOf } from "../../billing/test/billed-service.ts";
import { type PaidService, small } from "./paid-service.ts";

/** Packages are its only credits; its periods cost money alone. */
export const moved = { ...growth, credits: 0, packages: [small] } as const;

export const gross = 6050;
export const periodGross = 11_979;

/** An account, and what it has paid less what went back, in minor units with tax. */
export interface Payer {
  readonly id: string;
  readonly card: string;
  /** Who acts for it. */
  readonly person: Customer;
  minor: number;
}

/** A package by transfer that is not paid, and who requested it. */
export interface Open {
  readonly id: string;
  readonly reference: string;
  readonly payer: Payer;
}

export interface Paid {
  readonly id: string;
  readonly intent: string;
  readonly payer: Payer;
  refunded: number;
  dispute: "none" | "open" | "won" | "lost";
}

/** What a subscription has by sums alone. */
export interface Held {
  readonly id: string;
  payer: Payer;
  /** Bought and given, less what was spent. */
  credits: number;
  readonly bought: Paid[];
  open: Open | undefined;
  /** Periods that are paid. */
  periods: number;
}

/** What is left of a subscription's credits, and the same with what is set aside and less what is owed. */
export async function storedOf(
  { db }: PaidService,
  { id }: Held,
): Promise<{ readonly left: number; readonly net: number }> {
  const [row] = await rowsOf<{ left: number; aside: number; owed: number }>(
    db,
    sql`select b.remaining as left,
        (select cast(coalesce(sum(p.set_aside), 0) as bigint) from payment p where p.subscription_id = b.subscription_id) as aside,
        (select cast(coalesce(sum(p.owed - p.collected), 0) as bigint) from payment p where p.subscription_id = b.subscription_id) as owed
      from credit_balance b where b.subscription_id = ${id}`,
  );
  const { left, aside, owed } = row!;
  return { left, net: left + aside - owed };
}

/** Where a service differs from the ledger of sums, in words; empty if nowhere. */
export async function differencesOf(
  service: PaidService,
  all: readonly Held[],
  payers: readonly Payer[],
): Promise<string[]> {
  const found: string[] = [];
  const { db } = service;
  for (const held of all) {
    const taken = held.bought.map(({ refunded, dispute }) =>
      Math.floor((small.credits * (dispute === "lost" ? gross : refunded)) / gross),
    );
    const expected = held.credits - taken.reduce((sum, one) => sum + one, 0);
    const { net } = await storedOf(service, held);
    if (net !== expected) found.push(`${held.id} has ${net} credits, not ${expected}`);
    const [row] = await rowsOf<{ owner: string }>(
      db,
      sql`select owner_id as owner from subscription where id = ${held.id}`,
    );
    if (row!.owner !== held.payer.id) found.push(`${held.id} is of another account`);
  }
  for (const { id, minor } of payers) {
    const [row] = await rowsOf<{ paid: number; papers: number }>(
      db,
      sql`select
        (select cast(coalesce(sum(case when dispute = 'lost' then 0 else received_minor - refunded_minor end), 0) as bigint)
          from payment where account_id = ${id} and paid_at is not null) as paid,
        (select cast(coalesce(sum(case when kind = 'invoice' then gross_minor else -gross_minor end), 0) as bigint)
          from paper where account_id = ${id}) as papers`,
    );
    if (row!.paid !== minor) found.push(`${id} has payments of ${row!.paid}, not ${minor}`);
    if (row!.papers !== minor) found.push(`${id} has papers of ${row!.papers}, not ${minor}`);
  }
  return found;
}

/** What an account reads of itself, and whose card was charged for it, where it differs. */
export async function accountDifferences(
  { db, stripe }: PaidService,
  { id, minor, card }: Payer,
  asker: Customer,
): Promise<string[]> {
  const found: string[] = [];
  const { body } = await asker.ask("GET", "/papers?page_size=1000");
  const papers = body as { kind: string; gross_minor: number }[];
  const sum = papers.reduce((all, one) => all + one.gross_minor * (one.kind === "invoice" ? 1 : -1), 0);
  if (sum !== minor) found.push(`${id} reads papers of ${sum}, not ${minor}`);
  const payments = await rowsOf<{ id: string }>(
    db,
    sql`select id from payment where account_id = ${id} and provider = 'stripe' and paid_at is not null`,
  );
  for (const one of payments) {
    const { customer } = stripe.intentOf(one.id);
    if (customer !== card) found.push(`payment ${one.id} of ${id} was charged to ${customer}`);
  }
  return found;
}

/** Gaps between the numbers of papers, and what the consistency check finds. */
export async function faultsOf({ db }: PaidService): Promise<string[]> {
  const found: string[] = [];
  const numbers = await rowsOf<{ number: string; series: string }>(
    db,
    sql`select number, series from paper order by number`,
  );
  for (const [series, own] of Map.groupBy(numbers, (one) => one.series))
    if (own.some(({ number }, at) => number !== `${series}-${String(at + 1).padStart(4, "0")}`))
      found.push(`the papers of ${series} have a gap`);
  const compared = await compareAll(db, { schema: ["none"] });
  const differing = compared.flatMap((one) => (one.differing > 0 ? one.found : []));
  // The uses are written by the tests, without calls.
  return [...found, ...differing.filter((one) => one !== "schema" && one !== "credits by hour")];
}
