import type { Permission } from "../http/permissions.ts";

/** An entry of the operators' console. */
export const consoleEntries = ["customers", "plans", "money", "calls", "apis", "data", "settings"] as const;
export type ConsoleEntry = (typeof consoleEntries)[number];

interface Kind {
  /** The entry that counts it. */
  readonly entry: ConsoleEntry;
  /** As one row stands for several: "12 approvals". */
  readonly plural: string;
}

/** What needs a person. */
export const inboxKinds = {
  approval: { entry: "customers", plural: "approvals" },
  account: { entry: "customers", plural: "accounts to approve" },
  customer_webhook: { entry: "customers", plural: "failing webhooks of customers" },
  transfer: { entry: "money", plural: "transfers to match" },
  return: { entry: "money", plural: "refunds and disputes without a payment" },
  refund: { entry: "money", plural: "refunds to send" },
  unpaid: { entry: "money", plural: "sums unpaid" },
  dispute: { entry: "money", plural: "disputes" },
  payment: { entry: "money", plural: "payments with a problem" },
  errors: { entry: "calls", plural: "APIs with errors" },
  vendor: { entry: "apis", plural: "vendors whose answers do not fit" },
  import: { entry: "data", plural: "failed imports" },
  provider: { entry: "settings", plural: "problems of the payment provider" },
  webhook: { entry: "settings", plural: "failing webhooks" },
  mail: { entry: "settings", plural: "problems of mail" },
  backup: { entry: "settings", plural: "problems of backups" },
  proof: { entry: "settings", plural: "late proofs" },
  node: { entry: "settings", plural: "nodes offline" },
  disk: { entry: "settings", plural: "full disks" },
  certificate: { entry: "settings", plural: "certificates" },
  check: { entry: "settings", plural: "findings of the doctor" },
} satisfies Record<string, Kind>;

export type InboxKind = keyof typeof inboxKinds;
export const inboxKindNames = Object.keys(inboxKinds) as InboxKind[];

/**
 * What waiting costs. `refused`: callers are refused or money is lost now. `waits`: a customer waits. `risk`: a failure
 * has no date, and must not stay.
 */
export type Harm = "refused" | "waits" | "risk";

/** Money in minor units. */
export interface Cost {
  readonly minor: number;
  readonly currency: string;
}

/** How Inbox shows what a check has found. */
export interface ItemOfCheck {
  readonly kind: InboxKind;
  /** For programs and translations: which sentence `found` is. */
  readonly code: string;
  /** What that sentence names; times are milliseconds UTC. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly harm?: Harm;
  /** Milliseconds UTC. If it is unknown, Inbox shows when it was noticed. */
  readonly since?: number;
  /** Milliseconds UTC: after it, something is lost. */
  readonly deadline?: number;
  /** What is so, as a sentence without a full stop; the check's own if absent. */
  readonly found?: string;
  /** What happens if it stays so; the check's advice if absent. */
  readonly consequence?: string;
}

/** Something that needs a person. It goes when its cause goes. */
export interface InboxItem extends ItemOfCheck {
  /** It is the same as long as the cause is, and needs no escape in a path. */
  readonly id: string;
  /** Without it an operator does not receive the item, nor its count. */
  readonly permission: Permission;
  readonly found: string;
  readonly consequence: string;
  readonly cost?: Cost;
  /** What a person does about it, and the path of the object at which. */
  readonly action: { readonly code: string; readonly object: string | null };
  /** The account that it is about: it is forgotten with it. */
  readonly account?: string;
}

/** Inbox counts at most so many of a kind. */
export const itemsMost = 1000;
