/** How a call, a delivery or a thing ended: `blocked` waits for somebody, `other` is neither good nor bad. */
export type Outcome = "ok" | "other" | "blocked" | "failed";
