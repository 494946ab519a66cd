import type { EventDeclaration } from "../../outbox/declared-events.ts";

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "statement.ready": {
      readonly user_id: string;
      /** In UTC. */
      readonly month: string;
      /** The calls of all subscriptions, free ones too. */
      readonly calls: number;
      readonly credits: number;
    };
  }
}

/** The events of statements. */
export const proofEvents: readonly EventDeclaration[] = [
  {
    type: "statement.ready",
    meaning: "The statement of a month is final: all its days are proved.",
    data: { user_id: "lena", month: "2026-10", calls: 14_210, credits: 13_988 },
  },
];
