/** Why a call is not admitted. */
export type Refusal =
  /** 402: the remaining credits, leased ones included, do not pay for the call. */
  | { readonly kind: "exhausted"; readonly remaining: number }
  /** 403: the subscription ended while the call waited. */
  | { readonly kind: "ended" }
  /**
   * 503: the database or the disk does not respond, the database is busy, too many calls wait for ClickHouse, the
   * balance is frozen, other calls or nodes hold the remaining credits, or the service is stopping.
   */
  | {
      readonly kind: "unavailable";
      readonly reason: "database" | "busy" | "journal" | "unlogged" | "frozen" | "leased" | "stopping";
    };

export const unavailable = (reason: Extract<Refusal, { kind: "unavailable" }>["reason"]): Refusal => ({
  kind: "unavailable",
  reason,
});
