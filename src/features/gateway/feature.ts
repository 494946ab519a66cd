import type { Feature } from "../../feature.ts";
import { gatewaySettings } from "./settings.ts";

/** Registered APIs, forwarded to their upstreams, and the upstreams of families. */
export const gateway: Feature = {
  name: "gateway",
  settings: gatewaySettings,
  async load() {
    const { gatewayService } = await import("./service.ts");
    return gatewayService();
  },
};
