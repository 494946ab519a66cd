import type { Feature } from "../../feature.ts";

/** Events sent to addresses of customers and operators. */
export const webhooks: Feature = {
  name: "webhooks",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
