/** Why a call is not admitted. */
export type Refusal =
  /** 402: what is left, whoever holds it, does not pay for the call. */
  | { readonly kind: "exhausted"; readonly remaining: number }
  /** 403: the subscription has ended meanwhile. */
  | { readonly kind: "ended" }
  /**
   * 503: the database or the disk does not answer, the balance is being set, other calls or nodes hold what is
   * left of it, or the service stops.
   */
  | {
      readonly kind: "unavailable";
      readonly reason: "database" | "journal" | "hold" | "leased" | "stopping";
    };

export const unavailable = (reason: Extract<Refusal, { kind: "unavailable" }>["reason"]): Refusal => ({
  kind: "unavailable",
  reason,
});
