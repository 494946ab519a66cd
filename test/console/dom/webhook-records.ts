import type { Delivery, Webhook } from "../../../console/src/api/webhooks.ts";

export const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: "w1",
  user_id: "ada",
  url: "https://example.com/hook",
  confirmed: true,
  description: "Refills credits",
  types: ["credits.low", "credits.gone"],
  credit_thresholds: [1000, 100],
  state: "active",
  failing_since: null,
  disabled_at: null,
  created_at: "2026-11-20T08:00:00Z",
  updated_at: "2026-11-20T08:00:00Z",
  ...more,
});

export const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  event_id: "msg_1",
  type: "credits.low",
  state: "delivered",
  created_at: "2026-11-21T08:00:00Z",
  attempts: 1,
  next_attempt_at: null,
  ended_at: "2026-11-21T08:00:01Z",
  response_code: 200,
  error: null,
  ...more,
});

export const eventTypes = [
  {
    type: "credits.low",
    meaning: "A balance has fallen to a threshold.",
    operators_only: false,
    data: { remaining: 98 },
  },
  { type: "credits.gone", meaning: "No credits are left: `402`.", operators_only: false, data: {} },
];
