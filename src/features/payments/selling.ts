import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { ApiError, conflict } from "../../http/errors.ts";
import { requireSeller } from "../papers/issue.ts";
import { requireDetailsToBuy } from "../papers/parties/buyer.ts";
import { paymentSettings } from "./settings.ts";

/** How what has a price is paid: not at all, outside, by transfer, or by card too. */
export type Way = "off" | "invoice" | "manual" | "stripe";

/** The way of an installation, and whether its operator has chosen it. */
export interface ChosenWay {
  readonly way: Way;
  readonly isChosen: boolean;
}

/** Whether the service itself takes payments, and issues invoices for them. */
export const isTaken = (way: Way | undefined): boolean => way === "manual" || way === "stripe";

/** The setting; without it, what the upgrade of the database has noted. */
export async function readWay(db: Queries, config: Config): Promise<ChosenWay> {
  const { payments } = paymentSettings.of(config);
  if (payments !== undefined) return { way: payments, isChosen: true };
  const noted = await db.get<{ value: Way }>(sql`select value from payment_setting where id = 'unset'`);
  return { way: noted?.value ?? "off", isChosen: false };
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
  if (isTaken(paymentSettings.of(config).payments)) await requireDetailsToBuy(db, accountId);
}
