import type { AuditContext } from "../access/audit.ts";
import type { Queries } from "../database/database.ts";
import { allPort, optionalPort } from "./ports.ts";

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

/** Whether it grants the credits of a product's subscriptions, in place of the product's `credits_granted`. */
export const grantsCredits =
  allPort<(tx: Queries, productId: string) => Promise<boolean>>("who grants credits");

/** Called in the transaction that changes a subscription, which has it locked. */
export const subscriptionChanged =
  allPort<(tx: Queries, changed: ChangedSubscription) => Promise<void>>("changed subscriptions");

/** Called in the transaction that gives a subscription another owner, before it does. An error refuses it. */
export const subscriptionMoves =
  allPort<(tx: Queries, moved: MovedSubscription) => Promise<void>>("moved subscriptions");

/** The time zone of a subscription's periods, such as `Europe/Prague`; undefined if it has none. */
export const timeZoneOf =
  optionalPort<(subscriptionId: string) => Promise<string | undefined>>("time zones of periods");

/** The credits that an assistant connected with a subscription of a product can spend per day at first; null: any. */
export const assistantCredits =
  optionalPort<(db: Queries, productId: string) => Promise<number | null>>("credits of assistants");
