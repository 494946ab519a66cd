import { outboundAllow } from "../base/settings/setting.ts";
import type { Config } from "../config.ts";
import { OutboundGuard } from "../outbound/guard.ts";
import { Deliverer, type DelivererOptions } from "../outbox/delivery/deliver.ts";
import { apisOfFamily } from "../vehicles/families/apis-of-family.ts";
import type { DemoApi } from "./demo-api/demo-api.ts";

/** The guard that the settings describe. */
export function configuredGuard(config: Config, demoApi?: Pick<DemoApi, "port">): OutboundGuard {
  return new OutboundGuard({ allow: config.outboundAllow, own: config, demoPort: () => demoApi?.port });
}

/** Delivers events. Customers name addresses too: what operators may reach is not theirs. */
export function openDeliverer(
  config: Config,
  services: Pick<DelivererOptions, "database" | "vault" | "clock" | "log" | "holder">,
): Deliverer {
  const operators = configuredGuard(config);
  // Behind a proxy on this machine, loopback would be reachable for every customer.
  const nothing = outboundAllow("none");
  const customers = new OutboundGuard({
    allow: config.webhookAllow ?? nothing,
    own: config,
    discreet: true,
  });
  return new Deliverer({
    ...services,
    guardOf: (userId) => (userId === null ? operators : customers),
    apisOfFamily,
  });
}
