/** A dataset as events name it. */
export interface NamedDataset {
  readonly name: string;
  readonly version: string;
}

/** A record of a watched VIN that was added, removed or changed; its contents are what a lookup costs. */
export interface ChangedRecord {
  readonly change: "added" | "removed" | "changed";
  /** The number of a lot, a listing or a campaign; "" in families with one record of a VIN. */
  readonly id: string;
  /** When its event happened; null if unknown. */
  readonly date: string | null;
  /** The members whose values differ, of a changed record. */
  readonly members?: readonly string[];
}

/** What changed for a watched VIN when the current dataset of a family did. */
export interface WatchChange {
  readonly subscription_id: string;
  readonly vin: string;
  /** The API whose answer for the VIN has changed. */
  readonly family: string;
  /** The path of that lookup. */
  readonly lookup: string;
  readonly changed_at: string;
  /** Null if the family has no dataset now, or had none. */
  readonly dataset: NamedDataset | null;
  readonly former_dataset: NamedDataset | null;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The latest of them, at most 100. */
  readonly records: readonly ChangedRecord[];
  /** Those that `records` does not contain. */
  readonly records_omitted: number;
}

/** How a batch of reports ended. */
export interface BatchDone {
  readonly subscription_id: string;
  /** The batch's `x-request-id`. */
  readonly request_id: string;
  /** The ID of its operation. */
  readonly operation: string;
  /** `complete`: every line has its report or its error; `refused`: it ended early; `cut`: its client had gone. */
  readonly ended: "complete" | "refused" | "cut";
  readonly lines: number;
  /** Reports that were sent. */
  readonly reports: number;
  /** The first line without an answer; null if all have one. */
  readonly from_line: number | null;
  /** The credits of the reports that were sent. */
  readonly credits_charged: number;
}

/** A period of a subscription's plan. */
export interface PeriodData {
  readonly subscription_id: string;
  /** From 0, over all plans of the subscription. */
  readonly number: number;
  readonly product_id: string;
  readonly starts_at: string;
  /** Null for what is sold once. */
  readonly ends_at: string | null;
  readonly price_minor: number;
  readonly currency: string;
}

/** A payment of an account. Amounts are in minor units, with tax. */
export interface PaymentData {
  readonly payment_id: string;
  readonly subscription_id: string | null;
  readonly kind: "plan" | "renewal" | "package" | "automatic" | "overage";
  readonly minor: number;
  readonly currency: string;
}

/** What each type of event contains, as its receivers read it. Credits are numbers, times ISO 8601. */
export interface EventData {
  readonly "credits.low": {
    readonly subscription_id: string;
    readonly threshold: number;
    readonly remaining: number;
  };
  readonly "credits.gone": { readonly subscription_id: string; readonly remaining: number };
  readonly "credits.period_used": UsedCredits;
  readonly "credits.cap_used": UsedCredits;
  readonly "credits.expiring": {
    readonly subscription_id: string;
    readonly grant_id: string;
    readonly source: string;
    readonly left: number;
    readonly expires_at: string;
  };
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
  readonly "watch.changed": WatchChange;
  readonly "batch.done": BatchDone;
  readonly "period.renewed": PeriodData;
  readonly "period.unpaid": PeriodData;
  readonly "period.lapsed": PeriodData;
  readonly "plan.changed": {
    readonly subscription_id: string;
    readonly change: "scheduled" | "withdrawn" | "done";
    /** The plan after the change; null if renewals end. */
    readonly product_id: string | null;
    readonly at: string;
  };
  /** A newer version of the plan's offer applies from a later period on. */
  readonly "plan.terms_changed": {
    readonly subscription_id: string;
    readonly product_id: string;
    readonly version: number;
    readonly former_version: number;
    /** The start of the first period with the new version. */
    readonly from: string;
    readonly currency: string;
    readonly price_minor: number;
    readonly former_price_minor: number;
    readonly credits: number;
    readonly former_credits: number;
  };
  readonly "statement.ready": {
    readonly user_id: string;
    /** In UTC. */
    readonly month: string;
    /** The calls of all subscriptions, free ones too. */
    readonly calls: number;
    readonly credits: number;
  };
  /** To users who have accepted a former version. */
  readonly "terms.published": {
    readonly user_id: string;
    readonly kind: "terms" | "privacy" | "dpa" | "data_license";
    readonly version: number;
    readonly title: string;
  };
  readonly "payment.paid": PaymentData & {
    /** Null if the payment grants none. */
    readonly credits: number | null;
    /** The invoice; null if there is none. */
    readonly paper_id: string | null;
  };
  readonly "payment.failed": PaymentData & {
    readonly reason: string;
    /** From 1. */
    readonly attempt: number;
    /** Null after the last attempt. */
    readonly next_attempt_at: string | null;
    /** When the period lapses; null if the payment is not of a period. */
    readonly lapses_at: string | null;
  };
  readonly "payment.refunded": PaymentData & {
    /** The sum of all refunds of the payment. */
    readonly refunded_minor: number;
    readonly credits_removed: number;
    /** Spent credits that the customer owes. */
    readonly credits_owed: number;
    /** The credit note; null if there is none. */
    readonly paper_id: string | null;
  };
  readonly "payment.disputed": PaymentData & { readonly dispute: "inquiry" | "open" | "won" | "lost" };
  readonly "payment.reinstated": PaymentData & {
    /** The refunds that are still returned. */
    readonly refunded_minor: number;
    readonly credits_returned: number;
    readonly credits_owed: number;
    /** The invoice that takes the credit note back; null if there is none. */
    readonly paper_id: string | null;
  };
  /** What an operator must change at the provider of payments, or in the settings. */
  readonly "payment.provider_problem": {
    readonly code: string;
    readonly found: string;
    readonly advice: string;
  };
  readonly "payment.unmatched": {
    readonly payment_id: string;
    readonly minor: number;
    readonly currency: string;
    readonly reference: string;
  };
  /** No invoice can name the buyer of a plan: its country or address is missing. */
  readonly "billing_details.missing": {
    readonly subscription_id: string;
    /** The number of the period that is not charged without them. */
    readonly number: number;
    readonly product_id: string;
    readonly starts_at: string;
    readonly price_minor: number;
    readonly currency: string;
    /** The period does not lapse earlier. */
    readonly kept_until: string;
  };
  readonly "topup.stopped": {
    readonly subscription_id: string;
    readonly failures: number;
    readonly reason: string;
  };
  readonly "webhook.disabled": {
    readonly webhook_id: string;
    readonly url: string;
    readonly failing_since: string;
  };
  readonly "webhook.test": {
    readonly webhook_id: string;
    readonly message: string;
    /** What the receiver returns in its response to confirm its address. */
    readonly challenge: string;
  };
}

/** A part of a grant that was used. */
interface UsedCredits {
  readonly subscription_id: string;
  readonly grant_id: string;
  /** 50, 80 or 100. */
  readonly percent: number;
  readonly credits: number;
  readonly used: number;
  /** Null if they do not expire. */
  readonly expires_at: string | null;
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
