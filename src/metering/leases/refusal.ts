/** Why a call is not admitted. */
export type Refusal =
  /** 402: what is left does not pay for the call, or did not within a second. */
  | { readonly kind: "exhausted"; readonly remaining: number }
  /** 403: the subscription has ended meanwhile. */
  | { readonly kind: "ended" }
  /** 503: the database or the disk does not answer, the balance is being set, or the service stops. */
  | { readonly kind: "unavailable"; readonly reason: "database" | "journal" | "hold" | "stopping" };

export const unavailable = (reason: Extract<Refusal, { kind: "unavailable" }>["reason"]): Refusal => ({
  kind: "unavailable",
  reason,
});
