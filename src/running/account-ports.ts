import type { Queries } from "../database/database.ts";
import type { Sql } from "../database/sql.ts";
import type { Mailer } from "../outbox/account-mails.ts";
import { allPort, given, optionalPort, type Running } from "./ports.ts";

/** What stays of a closed account, and for how long, in words. */
export interface Kept {
  readonly what: string;
  readonly period: string;
}

/** What an account is charged for a month, in minor units of one currency, without tax. */
export interface MonthMoney {
  readonly currency: string;
  readonly lines: readonly { readonly text: string; readonly minor: number }[];
  /** The sum of the lines. */
  readonly total_minor: number;
}

/** What a subscription costs, and its next payment. Sums are in minor units, times milliseconds UTC. */
export interface SubscriptionMoney {
  /** Without tax. */
  readonly price: {
    readonly minor: number;
    readonly currency: string;
    readonly every: "once" | "month" | "year";
  };
  readonly offerVersion: number;
  /** Without tax; null if nothing is paid next. */
  readonly next: {
    readonly minor: number;
    readonly currency: string;
    readonly at: number;
    readonly state: "planned" | "due" | "unpaid";
    /** Null if it does not lapse by itself. */
    readonly lapsesAt: number | null;
  } | null;
}

/** What accounts pay for their subscriptions. */
export interface AccountMoney {
  /** The accounts with a period that has started and is not paid, as a query of `id`. */
  unpaid(now: number): Sql;
  /** By subscription; one without a price has none. */
  of(db: Queries, subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, SubscriptionMoney>>;
}

export const accountMoney = optionalPort<AccountMoney>("what accounts pay");

/** A net sum with the tax that one of some accounts pays now; the same sum before taxes are entered. */
export const withTax =
  optionalPort<
    (db: Queries, accountIds: readonly string[]) => Promise<(accountId: string, netMinor: number) => number>
  >("tax of accounts");

/** What writes mails. Given if mail can be sent. */
export const mailer = optionalPort<Mailer>("mail");

/** What writes mails; undefined if the service sends none. */
export const mailerOf = ({ running }: { readonly running: Running }): Mailer | undefined =>
  given(running, mailer);

/** The paths in the audit log of what belongs to an account, as a query of the column `path`. */
export const objectsOf = allPort<(userId: string) => Sql>("objects of an account");

/** Whether the account has paid, or is to pay: no one else gets it by an address alone. */
export const hasPaid =
  allPort<(db: Queries, accountId: string) => Promise<boolean>>("accounts that have paid");

/** Deletes what sends an account's news elsewhere: it has another owner than who made it. */
export const accountTaken = allPort<(tx: Queries, accountId: string) => Promise<void>>(
  "accounts with another owner",
);

/** What is kept of an account that is closed. */
export const keptOfClosed = allPort<readonly Kept[]>("what stays of closed accounts");

/** What the account is charged for a calendar month such as `2026-11`, UTC; null without a charge. */
export const moneyOf =
  optionalPort<(userId: string, month: string) => Promise<MonthMoney | null>>("charges of a month");
