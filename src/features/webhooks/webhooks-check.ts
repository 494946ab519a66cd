import { inNetworks } from "../../base/networks.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../running/check.ts";
import { failingItems } from "./delivery/failing-items.ts";
import { readOutbox } from "./delivery/outbox-state.ts";
import { webhookSettings } from "./settings.ts";

/** An address may take 15 s, and a node that dies four. */
const lateMaxMs = 60_000;

/** Whether events are delivered, and to whom they are not. */
export const webhooksCheck: Check = {
  name: "webhooks",
  async run(inspected) {
    const { lateMs, active, disabled, disabledOwn } = await readOutbox(
      requireDatabase(inspected),
      inspected.clock(),
    );
    const found = `${active} active, ${disabled} disabled`;
    if (lateMs > lateMaxMs)
      return fault(
        `${found}. The oldest event has been due for ${Math.round(lateMs / 1000)} s`,
        "Events are delivered by the service's processes: check that one runs, and its log for cannot deliver webhooks.",
      );
    if (disabledOwn > 0)
      return {
        ...warning(
          `${found}, ${disabledOwn} of them of operators`,
          "Repair their addresses, enable them under Webhooks, and replay what failed.",
        ),
        item: null,
      };
    const { webhookAllow } = webhookSettings.of(inspected.config);
    if (webhookAllow && ["127.0.0.1", "::1"].some((own) => inNetworks(webhookAllow.networks, own)))
      return warning(
        "VINGATE_WEBHOOK_ALLOW lets every customer's webhook reach the programs of this machine",
        "Name the host and port of the receiver in place of a network, for example hooks.internal:8080.",
      );
    return ok(found);
  },
  items: (inspected) => failingItems(requireDatabase(inspected), inspected.clock()),
};
