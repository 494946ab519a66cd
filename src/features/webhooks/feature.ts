import type { Feature } from "../../feature.ts";
import { webhookConfirmations } from "./confirmations-schema.ts";
import { webhookEvents } from "./events.ts";
import { webhookSettings } from "./settings.ts";

/** Events sent to addresses of customers and operators. */
export const webhooks: Feature = {
  name: "webhooks",
  migrations: [webhookConfirmations],
  settings: webhookSettings,
  events: webhookEvents,
  eventsAfter: "topup.stopped",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
