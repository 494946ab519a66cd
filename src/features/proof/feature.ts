import type { Feature } from "../../feature.ts";
import { proofEvents } from "./events.ts";
import { proofTables, tenures } from "./proof-schema.ts";

/** Proofs of calls and of the ledger, receipts, and statements that customers can check. */
export const proof: Feature = {
  name: "proof",
  comparisons: "src/features/proof/comparisons-script.ts",
  migrations: [proofTables, tenures],
  commands: [
    {
      name: "verify",
      summary: "Check a statement, without a network.",
      load: async () => (await import("./commands/verify.ts")).verifyCommand,
    },
    {
      name: "rotate proof-key",
      summary: "Replace the key that signs statements.",
      load: async () => (await import("./commands/rotate-key.ts")).rotateKeyCommand,
    },
  ],
  commandsAfter: "webhooks listen",
  events: proofEvents,
  eventsAfter: "plan.terms_changed",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
