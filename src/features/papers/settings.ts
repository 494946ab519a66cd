import { baseUrl, integer, oneOf, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

const viesUrl = "https://ec.europa.eu/taxation_customs/vies/rest-api";

export const paperSettings = featureSettings(
  {
    papersYears: setting(
      "VINGATE_PAPERS_YEARS",
      "10",
      "Years for which invoices and credit notes keep the buyer's data, also after the account is erased.",
      integer(10, 1, 100),
    ),
    vies: setting(
      "VINGATE_VIES",
      "off",
      "Whether VAT IDs of the European Union are checked by VIES, the European Commission's service: on or off. Off, they are taken by their form and check digits.",
      oneOf("off", "on"),
    ),
    viesUrl: setting(
      "VINGATE_VIES_URL",
      viesUrl,
      "Where VIES is reached; another address is for tests and gateways.",
      (raw) => baseUrl(raw) ?? viesUrl,
    ),
  },
  "VINGATE_BILLING_LAPSE_DAYS",
);
