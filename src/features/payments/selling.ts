import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { ApiError, conflict } from "../../http/errors.ts";
import { requireSeller } from "../papers/issue.ts";
import { requireDetailsToBuy } from "../papers/parties/buyer.ts";
import { paymentSettings } from "./settings.ts";

/** How what has a price is paid: not at all, outside, by transfer, or by card too. */
export type Way = "off" | "invoice" | "manual" | "stripe";

/** The way of an installation, and what has chosen it: null if nothing has. */
export interface ChosenWay {
  readonly way: Way;
  readonly chosenBy: "environment" | "operator" | null;
}

/** What an operator can choose: cards need a key, which only the environment has. */
export const storedWays = ["off", "invoice", "manual"] as const;

/** Whether the service itself takes payments, and issues invoices for them. */
export const isTaken = (way: Way | undefined): boolean => way === "manual" || way === "stripe";

/**
 * The setting of the environment; without it what an operator has chosen, and then what the upgrade of the database has
 * noted. It is read where it is used, so that every node follows a change.
 */
export async function readWay(db: Queries, config: Config): Promise<ChosenWay> {
  const { payments } = paymentSettings.of(config);
  if (payments !== undefined) return { way: payments, chosenBy: "environment" };
  const rows = await db.all<{ id: string; value: Way }>(sql`
    select id, value from payment_setting where id in ('chosen', 'unset')`);
  const chosen = rows.find(({ id }) => id === "chosen");
  return { way: (chosen ?? rows[0])?.value ?? "off", chosenBy: chosen ? "operator" : null };
}

/** Whether the service itself takes payments now. */
export const takesPayments = async (db: Queries, config: Config): Promise<boolean> =>
  isTaken((await readWay(db, config)).way);

export function storeWay(tx: Queries, way: (typeof storedWays)[number]): Promise<number> {
  return tx.run(sql`
    insert into payment_setting (id, value) values ('chosen', ${way})
    on conflict (id) do update set value = excluded.value`);
}

/** Why customers cannot buy what has a price now, as they read it; undefined if they can. */
export async function whyNotSold(db: Queries, config: Config): Promise<string | undefined> {
  const { way } = await readWay(db, config);
  if (way === "off") return "Not sold: payments are off.";
  // Who invoices outside has the seller's data there.
  if (!isTaken(way)) return undefined;
  try {
    await requireSeller(db);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return "Not sold yet: the seller's data and the rates of tax are not entered.";
  }
}

/** 409 if nothing with a price is sold now. */
export async function requireSelling(db: Queries, config: Config): Promise<void> {
  const why = await whyNotSold(db, config);
  if (why !== undefined) throw conflict(`${why} Ask the operator. Nothing was charged.`);
}

/** 409 if an account cannot buy what has a price now, also because an invoice could not name it. */
export async function requireSold(db: Queries, config: Config, accountId: string): Promise<void> {
  await requireSelling(db, config);
  if (await takesPayments(db, config)) await requireDetailsToBuy(db, accountId);
}
