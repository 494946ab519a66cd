import type { Proof } from "./proof.ts";

/** A subscription's two keys. */
export const liveSlots = ["primary", "secondary"] as const;
export type LiveSlot = (typeof liveSlots)[number];
/** With the one for tests, which is answered from the demo set and never charged. */
export const keySlots = [...liveSlots, "test"] as const;
export type KeySlot = (typeof keySlots)[number];

/** The subscription of a key, as calls need it. */
export interface SubscriptionCaller {
  readonly kind: "subscription";
  readonly subscriptionId: string;
  readonly userId: string;
  readonly productId: string | null;
}

/** What a member may do for an account. A user is the owner of its own. */
export const memberRoles = ["owner", "developer", "billing"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What an operator may do. */
export const operatorRoles = ["owner", "support", "billing", "data"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** A signed-in user. */
export type UserCaller = {
  readonly kind: "user";
  /** The account for which the user calls: its own, or an organization's. */
  readonly userId: string;
  /** The user who signed in. */
  readonly personId: string;
  /** The digest of the credential, so that signing out can revoke it. */
  readonly digest: string;
  readonly proof: Proof;
} & (
  | { readonly role: "operator"; readonly operatorRole: OperatorRole }
  | {
      readonly role: "customer";
      readonly memberRole: MemberRole;
      /** An operator who sees the account as its owner does, and can change nothing. */
      readonly isVisit?: true;
    }
);

/** Who makes a call. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "client" }
  | { readonly kind: "operator"; readonly proof: Proof }
  | UserCaller
  | SubscriptionCaller;

/** Who changes something: a caller, or the program itself, which acts as the operator. */
export type Actor = Exclude<Caller, { readonly kind: "operator" }> | { readonly kind: "operator" };

/** Whether an operator views the account of a customer. */
export function isVisit(caller: Actor): boolean {
  return caller.kind === "user" && caller.role === "customer" && caller.isVisit === true;
}

/** Whether a caller is the operator token, or a signed-in user who is an operator. */
export function isOperator(caller: Actor): boolean {
  return caller.kind === "operator" || (caller.kind === "user" && caller.role === "operator");
}
