import type { Config } from "../config.ts";
import { OutboundGuard } from "../outbound/guard.ts";
import type { DemoApi } from "./demo-api/demo-api.ts";

/** The guard that the settings describe. */
export function configuredGuard(config: Config, demoApi?: Pick<DemoApi, "port">): OutboundGuard {
  return new OutboundGuard({ allow: config.outboundAllow, own: config, demoPort: () => demoApi?.port });
}
