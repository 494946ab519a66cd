import { integer, outboundAllow, setting } from "./setting.ts";

/** The settings of events and their delivery. */
export const webhookSettings = {
  webhookAllow: setting(
    "VINGATE_WEBHOOK_ALLOW",
    "none",
    "Loopback and private addresses that customers' webhooks may have: CIDRs and host:port, separated by commas; none.",
    outboundAllow,
  ),
  webhooksMax: setting("VINGATE_WEBHOOKS_MAX", "10", "Max. webhooks per customer.", integer(10, 0, 10_000)),
  webhookDays: setting(
    "VINGATE_WEBHOOK_DAYS",
    "30",
    "Retention of events and of the log of their delivery (days).",
    integer(30, 4, 3650),
  ),
};
