import { close, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { eventTypes, webhook } from "../../../../test/console/dom/webhook-records.ts";
import { WebhookForm } from "./webhook-form.tsx";

async function openWebhook() {
  respond("get", "/webhooks/event-types", eventTypes);
  const shown = webhook({ types: ["credits.low"], credit_thresholds: [15_000, 100] });
  await show(<WebhookForm webhook={shown} close={close} />, { as: user() });
}

/** Thresholds of credits. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/webhooks/webhook-form.tsx", fields: 1, open: openWebhook },
];
