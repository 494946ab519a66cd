import type { Proof } from "../src/http/proof.ts";

/** The proof of a customer who has just signed in by password, and has no second factor. */
export const freshProof: Proof = {
  strength: "oneFactor",
  provedAt: { oneFactor: Number.MAX_SAFE_INTEGER },
  subject: { isOperator: false, strongest: "oneFactor", setting: undefined },
};
