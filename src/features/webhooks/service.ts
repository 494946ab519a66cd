import { columnOf } from "../../access/rotation/sealed-column.ts";
import { outboundAllow } from "../../base/settings/setting.ts";
import type { Context } from "../../calls/context.ts";
import { name } from "../../database/sql.ts";
import type { Service } from "../../feature.ts";
import { whenReachable } from "../../management/system/when-reachable.ts";
import { OutboundGuard } from "../../outbound/guard.ts";
import { secretContext } from "../../outbox/signature.ts";
import { accountTaken } from "../../running/account-ports.ts";
import { configuredGuard } from "../../server/configured.ts";
import { apisOfFamily } from "../../vehicles/families/apis-of-family.ts";
import { Deliverer } from "./delivery/deliver.ts";
import { sealUrls, webhookUrlContext } from "./delivery/webhook-address.ts";
import { webhooksRestoring } from "./delivery/webhook-decisions.ts";
import { eventTypeEndpoints } from "./operations/event-types.ts";
import { webhookDeliveryEndpoints } from "./operations/webhook-deliveries.ts";
import { webhookReplayEndpoints } from "./operations/webhook-replay.ts";
import { webhookSecretEndpoints } from "./operations/webhook-secrets.ts";
import { webhookEndpoints } from "./operations/webhooks.ts";
import { webhookSettings } from "./settings.ts";
import { webhookMails } from "./webhook-mails.ts";
import { webhooksCheck } from "./webhooks-check.ts";

export const service: Service = {
  operations: [
    ...webhookEndpoints,
    ...eventTypeEndpoints,
    ...webhookSecretEndpoints,
    ...webhookDeliveryEndpoints,
    ...webhookReplayEndpoints,
  ],
  after: "reportByError",
  checks: [webhooksCheck],
  restoring: webhooksRestoring,
  mails: webhookMails,
  sealed: [
    columnOf(name("webhook"), name("id"), name("sealed"), secretContext),
    columnOf(name("webhook"), name("id"), name("former_sealed"), secretContext),
    columnOf(name("webhook"), name("id"), name("url_sealed"), webhookUrlContext),
  ],
  provides: [accountTaken],
  async open(context) {
    const { database, identity, log } = context;
    await whenReachable(database, log, () => sealUrls(database, identity.vault));
    return openDeliverer(context);
  },
};

/** Delivers events. Customers name addresses too: what operators may reach is not theirs. */
function openDeliverer({ config, clock, database, held, identity, log, process }: Context): Deliverer {
  const operators = configuredGuard(config);
  // Behind a proxy on this machine, loopback would be reachable for every customer.
  const nothing = outboundAllow("none");
  const { webhookAllow = nothing } = webhookSettings.of(config);
  const customers = new OutboundGuard({ allow: webhookAllow, own: config, discreet: true });
  return new Deliverer({
    database,
    vault: identity.vault,
    clock,
    log,
    held,
    holder: process.instance,
    guardOf: (userId) => (userId === null ? operators : customers),
    apisOfFamily,
  });
}
