import type { Migration } from "../migration.ts";

/** The request log by subscription. */
export const requestSubscription: Migration = {
  id: "0017-request-subscription",
  statements: () => [
    "create index request_chunk_subscription on request_chunk (subscription_id, last_at, journal_id, first_seq)",
  ],
};
