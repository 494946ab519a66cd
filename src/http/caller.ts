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

/** A signed-in user. `digest` is that of the credential, so that signing out can revoke it. */
export interface UserCaller {
  readonly kind: "user";
  readonly userId: string;
  readonly role: "operator" | "customer";
  readonly tokenKind: "vgs" | "vgt";
  readonly digest: string;
}

/** Who makes a call. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "client" }
  | { readonly kind: "operator" }
  | UserCaller
  | SubscriptionCaller;

/** Whether a caller is the operator token, or a signed-in user who is an operator. */
export function isOperator(caller: Caller): boolean {
  return caller.kind === "operator" || (caller.kind === "user" && caller.role === "operator");
}
