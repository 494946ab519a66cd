import type { Queries } from "../../database/database.ts";
import type { Sql } from "../../database/sql.ts";
import { allPort } from "../../running/ports.ts";

/** A time from `from` up to before `to`, milliseconds UTC. */
export interface Time {
  readonly from: number;
  readonly to: number;
}

/** Money that was received or returned. */
export interface MovedMoney {
  readonly kind: "payment" | "refund";
  readonly at: number;
  readonly accountId: string;
  /** What a transfer names. */
  readonly reference: string;
  /** Its invoice or credit note; null without one. */
  readonly paperId: string | null;
  /** Minor units: below zero if it was returned. */
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
