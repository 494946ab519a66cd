import type { Feature } from "../../feature.ts";
import { paymentTables } from "./payments-schema.ts";
import { paymentSettings } from "./settings.ts";

/** Payments by transfer and by card: of plans, renewals, packages, and of what is used beyond credits. */
export const payments: Feature = {
  name: "payments",
  migrations: [paymentTables],
  settings: paymentSettings,
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
