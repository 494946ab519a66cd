import { oneOf, secretSetting, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

export const paymentSettings = featureSettings(
  {
    payments: setting(
      "VINGATE_PAYMENTS",
      "off",
      "How plans and packages are paid: off (nothing with a price is sold), invoice (by the operator, outside), manual (bank transfer), stripe (cards and bank transfer). Unset, operators choose off, invoice or manual in the console; until then an installation that had prices before it was upgraded counts as invoice.",
      (raw) => (raw === undefined ? undefined : oneOf("off", "invoice", "manual", "stripe")(raw)),
    ),
    stripeKey: secretSetting(
      "VINGATE_STRIPE_KEY",
      "none",
      "Stripe's secret key, with VINGATE_PAYMENTS=stripe.",
      text(/^[\x21-\x7e]{8,255}$/, "a key such as sk_live_…"),
    ),
    stripeSecrets: secretSetting(
      "VINGATE_STRIPE_WEBHOOK_SECRETS",
      "none",
      "The signing secret of the webhook endpoint at Stripe; two, separated by a comma, while it is replaced.",
      (raw) => {
        const all = raw?.split(",").map((one) => one.trim()) ?? [];
        if (all.some((one) => !/^[\x21-\x7e]{8,255}$/.test(one)))
          throw new Error("must be secrets such as whsec_…");
        return all;
      },
    ),
    slowDebits: setting(
      "VINGATE_SLOW_DEBITS",
      "wait",
      "When credits come that a slow debit pays, such as SEPA: wait (when the money has arrived) or grant (when the debit is under way; a debit that fails takes them back).",
      oneOf("wait", "grant"),
    ),
    stripeUrl: setting(
      "VINGATE_STRIPE_URL",
      "https://api.stripe.com",
      "Where Stripe's API is reached; another address is for tests.",
      (raw = "https://api.stripe.com") => {
        const url = URL.parse(raw);
        if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`must be a URL, not "${raw}"`);
        return url.origin;
      },
    ),
  },
  "VINGATE_BILLING_LAPSE_DAYS",
);

function text(form: RegExp, what: string) {
  return (raw: string | undefined): string | undefined => {
    if (raw !== undefined && !form.test(raw)) throw new Error(`must be ${what}`);
    return raw;
  };
}
