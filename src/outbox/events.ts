/** A dataset as events name it. */
export interface NamedDataset {
  readonly name: string;
  readonly version: string;
}

/**
 * What each type of event contains, as its receivers read it. Credits are numbers, times ISO 8601. Each feature's
 * `events.ts` adds the types of its own.
 */
export interface EventData {
  readonly "credits.low": {
    readonly subscription_id: string;
    readonly threshold: number;
    readonly remaining: number;
  };
  readonly "credits.gone": { readonly subscription_id: string; readonly remaining: number };
  readonly "key.expiring": {
    readonly subscription_id: string;
    readonly slot: string;
    readonly expires_at: string;
  };
  readonly "key.replaced": {
    readonly subscription_id: string;
    readonly slot: string;
    /** Until when the former key is valid; null if it is not. */
    readonly former_expires_at: string | null;
  };
  readonly "subscription.changed": {
    readonly subscription_id: string;
    /** Null if the subscription is new. */
    readonly former_state: string | null;
    readonly state: string;
  };
  readonly "import.done": ImportData;
  readonly "import.failed": ImportData & { readonly error: string };
  readonly "dataset.changed": {
    readonly family: string;
    /** Null if the family has no records now. */
    readonly dataset: (NamedDataset & { readonly records: number }) | null;
  };
}

interface ImportData {
  readonly import_id: string;
  readonly family: string;
  readonly source: string;
  readonly mode: string;
}

export type EventType = keyof EventData;

/**
 * Whom an event concerns, besides the operators: the owner of a subscription, a user, or the users whose subscriptions
 * may call a family. With a subscription, a user is concerned whoever owns it.
 */
export type EventOwner =
  | { readonly subscriptionId: string }
  | { readonly userId: string; readonly subscriptionId?: string }
  | { readonly callersOf: string }
  | "operators";

/** An event that is not written yet. */
export type OutboxEvent = {
  readonly [Type in EventType]: {
    readonly type: Type;
    readonly owner: EventOwner;
    readonly data: EventData[Type];
    /** Milliseconds UTC, if it is to be sent later. */
    readonly dueAt?: number;
  };
}[EventType];
