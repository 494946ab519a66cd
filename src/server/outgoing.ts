import type { Config } from "../config.ts";
import { OutboundGuard } from "../outbound/guard.ts";

/** The guard that the settings describe. `demoApi` is a server of this process that it may reach. */
export function configuredGuard(
  config: Config,
  demoApi?: { readonly port: number | undefined },
): OutboundGuard {
  return new OutboundGuard({ allow: config.outboundAllow, own: config, demoPort: () => demoApi?.port });
}
