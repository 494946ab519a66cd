import type { EventDeclaration } from "../../outbox/declared-events.ts";

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "webhook.disabled": {
      readonly webhook_id: string;
      readonly url: string;
      readonly failing_since: string;
    };
    readonly "webhook.test": {
      readonly webhook_id: string;
      readonly message: string;
      /** What the receiver returns in its response to confirm its address. */
      readonly challenge: string;
    };
  }
}

/** The events of webhooks. */
export const webhookEvents: readonly EventDeclaration[] = [
  {
    type: "webhook.disabled",
    dataDecides: true,
    meaning: "Another webhook of the account was disabled: it failed for a week, or returned 410.",
    data: {
      webhook_id: "0193a5b0-0000-7000-8000-000000000000",
      url: "https://example.com/hook",
      failing_since: "2026-11-14T00:00:00.000Z",
    },
  },
];
