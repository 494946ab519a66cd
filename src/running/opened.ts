import type { AuditContext } from "../access/audit.ts";
import type { Queries } from "../database/database.ts";
import type { CallId } from "../metering/requests/call-id.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import type { Sample } from "../telemetry/metrics/families.ts";

/** A subscription that was made, changed or ended. */
export interface ChangedSubscription {
  readonly subscriptionId: string;
  /** Whether it is active for the first time, or moved to another product while active. */
  readonly isStart: boolean;
  readonly audit: AuditContext;
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
  /** The receipt of a call whose record was written. */
  receiptOf?(record: CallRecord, id: CallId): string | undefined | Promise<string | undefined>;
  /** Deletes what belongs to a user, in the transaction that deletes the user. */
  userDeleted?(tx: Queries, userId: string): Promise<void>;
  /** The time, milliseconds UTC, from which on the request log must be kept; undefined if any call may be removed. */
  keepsCallsFrom?(): Promise<number | undefined>;
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
