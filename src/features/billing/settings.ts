import { integer, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";
import { isTimeZone } from "../offers/calendar/periods.ts";

export const billingSettings = featureSettings(
  {
    billingTimeZone: setting(
      "VINGATE_BILLING_TIME_ZONE",
      "UTC",
      "Time zone in which the periods of new plans begin, such as Europe/Prague; customers can set their own.",
      timeZone,
    ),
    billingLapseDays: setting(
      "VINGATE_BILLING_LAPSE_DAYS",
      "7",
      "Days until an unpaid prepaid period lapses.",
      integer(7, 0, 365),
    ),
  },
  "VINGATE_OUTBOUND_ALLOW",
);

function timeZone(raw = "UTC"): string {
  if (!isTimeZone(raw)) throw new Error(`must be a time zone such as Europe/Prague, not "${raw}"`);
  return raw;
}
