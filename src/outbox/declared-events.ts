import { insertedAfter } from "../base/program/inserted-after.ts";
import type { EventData, EventType } from "./events.ts";

interface Declaration<Type extends EventType> {
  readonly type: Type;
  /** Only operators' webhooks receive it. */
  readonly operators?: true;
  /** Others cause it: an address that has not confirmed itself could be anybody's, and does not receive it. */
  readonly causedByOthers?: true;
  /** Its data decide who receives it: webhooks with its `threshold`, and not the one that is its `webhook_id`. */
  readonly dataDecides?: true;
  readonly meaning: string;
  /** The `data` of such an event. */
  readonly data: EventData[Type];
}

/** A type of event that a webhook can receive. */
export type EventDeclaration = { readonly [Type in EventType]: Declaration<Type> }[EventType];

/** What a feature declares of events. */
export interface DeclaringEvents {
  /** Its `events.ts`. */
  readonly events?: readonly EventDeclaration[];
  /** The type of event after which its own are listed; at the end without it. */
  readonly eventsAfter?: string;
}

const subscription_id = "shop";

/** In the order in which they are listed. Those of features are added when `src/features.ts` is imported. */
export let declaredEvents: readonly EventDeclaration[] = [
  {
    type: "credits.low",
    dataDecides: true,
    meaning: "A balance fell to one of the webhook's thresholds. Sent again after credits were added.",
    data: { subscription_id, threshold: 100, remaining: 98 },
  },
  {
    type: "credits.gone",
    meaning: "A subscription has no credits left. Its calls are refused with 402.",
    data: { subscription_id, remaining: 0 },
  },
  {
    type: "key.replaced",
    meaning:
      "A key was replaced. The previous key works until `former_expires_at`; null means that it has expired.",
    data: { subscription_id, slot: "primary", former_expires_at: "2026-11-22T00:00:00.000Z" },
  },
  {
    type: "key.expiring",
    meaning: "A replaced key stops working within an hour.",
    data: { subscription_id, slot: "primary", expires_at: "2026-11-22T00:00:00.000Z" },
  },
  {
    type: "subscription.changed",
    meaning: "A subscription is new, or its state has changed.",
    data: { subscription_id, former_state: "submitted", state: "active" },
  },
  {
    type: "dataset.changed",
    causedByOthers: true,
    meaning: "A dataset has a new version. Customers receive this for families that they can call.",
    data: { family: "auction", dataset: { name: "house", version: "2026-11-21", records: 120_000 } },
  },
  {
    type: "import.done",
    operators: true,
    meaning: "An import has ended.",
    data: {
      import_id: "0193a5b0-0000-7000-8000-000000000001",
      family: "auction",
      source: "auctions-2026",
      mode: "replace",
    },
  },
  {
    type: "import.failed",
    operators: true,
    meaning: "An import has failed. The previous records stay.",
    data: {
      import_id: "0193a5b0-0000-7000-8000-000000000001",
      family: "auction",
      source: "auctions-2026",
      mode: "replace",
      error: "line 7: the VIN has 16 characters",
    },
  },
];

/** Adds the events of features. One can follow those of a feature that is listed later. */
export function declareEvents(features: readonly DeclaringEvents[]): void {
  const isAt = (type: string | undefined) => (one: EventDeclaration) => one.type === type;
  for (let left = features.filter(({ events }) => events); left.length > 0; ) {
    const next = left.find(({ eventsAfter }) => declaredEvents.some(isAt(eventsAfter))) ?? left[0]!;
    declaredEvents = insertedAfter(declaredEvents, next.events ?? [], isAt(next.eventsAfter));
    left = left.filter((one) => one !== next);
  }
}

/** What is declared of a type; undefined for those that are only sent by request. */
export const declaredEvent = (type: EventType): EventDeclaration | undefined =>
  declaredEvents.find((one) => one.type === type);

export const isOnlyForOperators = (type: EventType): boolean => declaredEvent(type)?.operators === true;
