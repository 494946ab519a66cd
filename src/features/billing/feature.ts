import type { Feature } from "../../feature.ts";
import { billingTables, noticeTable } from "./billing-schema.ts";
import { billingEvents } from "./events.ts";
import { billingSettings } from "./settings.ts";

/** Plans of subscriptions: their periods, the credits of these, and what customers and operators change. */
export const billing: Feature = {
  name: "billing",
  comparisons: "src/features/billing/comparisons-script.ts",
  migrations: [billingTables, noticeTable],
  settings: billingSettings,
  events: billingEvents,
  eventsAfter: "batch.done",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
