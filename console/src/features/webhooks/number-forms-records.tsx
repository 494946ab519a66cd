import { close, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { eventTypes, webhook } from "../../../../test/console/dom/webhook-records.ts";
import { SendAgain } from "./send-again.tsx";
import { WebhookForm } from "./webhook-form.tsx";

async function openWebhook() {
  respond("get", "/webhooks/event-types", eventTypes);
  const shown = webhook({ types: ["credits.low"], credit_thresholds: [15_000, 100] });
  await show(<WebhookForm webhook={shown} close={close} />, { as: user() });
}

/** Thresholds of credits, and events that are sent again. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/webhooks/webhook-form.tsx", fields: 1, open: openWebhook },
  {
    file: "features/webhooks/send-again.tsx",
    fields: 0,
    open: () => show(<SendAgain webhookId="w1" close={close} />, { as: user() }),
  },
];
