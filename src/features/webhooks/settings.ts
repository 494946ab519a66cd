import { integer, outboundAllow, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

export const webhookSettings = featureSettings(
  {
    webhookAllow: setting(
      "VINGATE_WEBHOOK_ALLOW",
      "none",
      "Loopback and private addresses that customers' webhooks may have: CIDRs and host:port, separated by commas; none.",
      outboundAllow,
    ),
    webhooksMax: setting("VINGATE_WEBHOOKS_MAX", "10", "Max. webhooks per customer.", integer(10, 0, 10_000)),
  },
  "VINGATE_OUTBOUND_ALLOW",
);
