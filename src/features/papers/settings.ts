import { integer, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

export const paperSettings = featureSettings(
  {
    papersYears: setting(
      "VINGATE_PAPERS_YEARS",
      "10",
      "Years for which invoices and credit notes keep the buyer's data, also after the account is erased.",
      integer(10, 1, 100),
    ),
  },
  "VINGATE_BILLING_LAPSE_DAYS",
);
