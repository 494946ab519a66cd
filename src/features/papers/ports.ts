import type { Queries } from "../../database/database.ts";
import type { Sql } from "../../database/sql.ts";
import { allPort } from "../../running/ports.ts";

/** A time from `from` up to before `to`, milliseconds UTC. */
export interface Time {
  readonly from: number;
  readonly to: number;
}

/**
 * `payment`, `refund`: money that was received or returned. A provider's balance has `fee`: what it kept; `payout`: what
 * went to the bank, above zero if it came back or from there; `adjustment`: what else the balance has, or lacks.
 */
export const moneyKinds = ["payment", "refund", "fee", "payout", "adjustment"] as const;

/** Money that has moved. */
export interface MovedMoney {
  readonly kind: (typeof moneyKinds)[number];
  readonly at: number;
  /** `""` for money of no account, as of a payout. */
  readonly accountId: string;
  /** What a transfer names. */
  readonly reference: string;
  /** Its invoice or credit note; null without one. */
  readonly paperId: string | null;
  /** Minor units: below zero if it went. */
  readonly minor: number;
  readonly currency: string;
  /** Where it came from or went. */
  readonly by: "bank" | "card";
  /** For people: "Visa ending 4242". */
  readonly method: string;
  /** The ID of the provider or the bank; `""` without one. */
  readonly providerId: string;
}

/** The money of a time by its day, payments first. */
export const movedMoney =
  allPort<(db: Queries, time: Time) => Promise<readonly MovedMoney[]>>("money of a time");

/** Queries for the IDs of invoices that a text finds by their payment, such as by what its transfer names. */
export const invoicesOfText = allPort<(text: string) => readonly Sql[]>("invoices by their payment");
