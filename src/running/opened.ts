import type { AuditContext } from "../access/audit.ts";
import type { KeptCredential } from "../access/kept-credential.ts";
import type { Queries } from "../database/database.ts";
import type { Sql } from "../database/sql.ts";
import type { Factor } from "../http/proof.ts";
import type { CallId } from "../metering/requests/call-id.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import type { Mailer } from "../outbox/account-mails.ts";
import type { Sample } from "../telemetry/metrics/families.ts";
import type { BrandSource, FootLink } from "./brand.ts";

/** A subscription that was made, changed or ended. */
export interface ChangedSubscription {
  readonly subscriptionId: string;
  /** Whether it is active for the first time, or moved to another product while active. */
  readonly isStart: boolean;
  readonly audit: AuditContext;
}

/** A locked subscription that goes to another account. `at`: milliseconds UTC. */
export interface MovedSubscription {
  readonly subscriptionId: string;
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

/** What an account is charged for a month, in minor units of one currency, without tax. */
export interface MonthMoney {
  readonly currency: string;
  readonly lines: readonly { readonly text: string; readonly minor: number }[];
  /** The sum of the lines. */
  readonly total_minor: number;
}

/** What stays of a closed account, and for how long, in words. */
export interface Kept {
  readonly what: string;
  readonly period: string;
}

/** What a user proves itself with in a step-up. `app_code` and `recovery_code` come with the password. */
export type StepUpMethod = "password" | "app_code" | "recovery_code" | "passkey" | "single_sign_on";

/** By what a user can prove who it is, and how much it proves. */
export interface Provable {
  readonly method: StepUpMethod;
  readonly strength: Factor;
}

/** What a feature keeps running in a process: an object of a class of its own, by which its handlers find it. */
export interface Opened {
  /** Called in a process that serves, once it does. */
  start?(): void;
  /** What this process has in memory. Does not wait. */
  samples?(): Sample[];
  /** What all processes have in common, read by one of them. */
  sharedSamples?(): Promise<Sample[]>;
  /** An object has changed on any node; without a name, any may have. */
  changed?(object: string | undefined): void;
  /** Whether it grants the credits of a product's subscriptions, in place of the product's `credits_granted`. */
  grantsCredits?(tx: Queries, productId: string): Promise<boolean>;
  /** A subscription has changed, in this transaction, which has it locked. */
  subscriptionChanged?(tx: Queries, changed: ChangedSubscription): Promise<void>;
  /** A subscription gets another owner in this transaction; an error refuses it. Called before the subscription is changed. */
  subscriptionMoves?(tx: Queries, moved: MovedSubscription): Promise<void>;
  /** The paths in the audit log of what belongs to an account, as a query of the column `path`. */
  objectsOf?(userId: string): Sql;
  /** The receipt of a call whose record was written. */
  receiptOf?(record: CallRecord, id: CallId): string | undefined | Promise<string | undefined>;
  /** What the account is charged for a calendar month such as `2026-11`, UTC; null without a charge. */
  moneyOf?(userId: string, month: string): Promise<MonthMoney | null>;
  /** The time zone of a subscription's periods, such as `Europe/Prague`; undefined if it has none. */
  timeZoneOf?(subscriptionId: string): Promise<string | undefined>;
  /** How the operator presents the service. */
  readonly brand?: BrandSource;
  /** What every page and mail links to, beside the links of the brand. */
  footLinks?(): Promise<readonly FootLink[]>;
  /** Present if mail can be sent. */
  readonly mailer?: Mailer | undefined;
  /** The `WWW-Authenticate` of a call of `/mcp` without a credential, by which clients find where a user signs in. */
  readonly mcpChallenge?: string | undefined;
  /** The credits that an assistant connected with a subscription of a product can spend per day at first; null: any. */
  assistantCredits?(db: Queries, productId: string): Promise<number | null>;
  /** Whether the user can sign in by what it keeps, without a password. */
  signsIn?(db: Queries, userId: string): Promise<boolean>;
  /** The credentials of users that it keeps. */
  readonly credentials?: readonly KeptCredential[];
  /** By what of it the user can prove who it is, and how much each proves. */
  proves?(db: Queries, userId: string): Promise<readonly Provable[]>;
  /** A condition: whether the user whose ID is in a column has a passkey. */
  hasPasskey?(userId: Sql): Sql;
  /** Whether the account has paid, or is to pay: no one else gets it by an address alone. */
  hasPaid?(db: Queries, accountId: string): Promise<boolean>;
  /** Deletes what sends an account's news elsewhere: it has another owner than who made it. */
  accountTaken?(tx: Queries, accountId: string): Promise<void>;
  /** Deletes what belongs to a user, in the transaction that deletes the user. */
  userDeleted?(tx: Queries, userId: string): Promise<void>;
  /** What it keeps of an account that is closed. */
  readonly keptOfClosed?: readonly Kept[];
  /** The time, milliseconds UTC, from which on the request log must be kept; undefined if any call may be removed. */
  keepsCallsFrom?(): Promise<number | undefined>;
  /** The time, milliseconds UTC, from which on the audit log must be kept; undefined if any entry may be removed. */
  keepsAuditFrom?(): Promise<number | undefined>;
  /** Deletes what has been kept long enough. Every node calls it at any time. */
  tidyUp?(now: number): Promise<unknown>;
  /** Called when the process begins to end, while calls are still answered. */
  stop?(): Promise<void> | void;
  close?(): Promise<void> | void;
}

/** A class, whether or not its constructor is private. */
interface Kind<T> {
  readonly prototype: T;
  readonly name: string;
  [Symbol.hasInstance](value: unknown): boolean;
}

/** What a feature's handlers need of its `open`. Throws if the feature is not in the list. */
export function opened<T extends Opened>(
  { running }: { readonly running: readonly Opened[] },
  kind: Kind<T>,
): T {
  const found = running.find((one) => one instanceof kind);
  if (!found) throw new Error(`${kind.name} is not open`);
  return found as T;
}

/** What writes mails; undefined if the service sends none. */
export function mailerOf({ running }: { readonly running: readonly Opened[] }): Mailer | undefined {
  return running.find((one) => one.mailer !== undefined)?.mailer;
}
