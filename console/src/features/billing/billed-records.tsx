import { grants, period, plan } from "../../../../test/console/dom/billing-records.ts";
import { soldPlan } from "../../../../test/console/dom/offer-records.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { credits, product, subscription, user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import type { Schemas, Subscription } from "../../api/client.ts";
import { Billing } from "./billing.tsx";

interface Shown {
  readonly plan?: Schemas["SubscriptionPlan"];
  readonly own?: readonly Subscription[];
  readonly grants?: readonly Schemas["Grant"][];
  readonly periods?: readonly Schemas["BillingPeriod"][];
  readonly payments?: readonly Schemas["Payment"][];
  /** Why nothing is sold. */
  readonly not_sold?: string | null;
}

/** Shows the page of billing to a customer, after `last` has changed what the service responds. */
export async function showBilling(shown: Shown = {}, last: () => void = () => {}): Promise<void> {
  respond("get", "/pricing", { trial_credits: null, not_sold: shown.not_sold ?? null, plans: [soldPlan()] });
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" }), product()]);
  respond("get", "/users/{id}/subscriptions", [
    ...(shown.own ?? [subscription({ product_id: "growth", credits: credits(15, 15) })]),
  ]);
  respond("get", "/apis", []);
  respond("get", "/subscriptions/{id}/plan", shown.plan ?? plan());
  respond("get", "/subscriptions/{id}/grants", [...(shown.grants ?? grants)]);
  respond("get", "/subscriptions/{id}/periods", [...(shown.periods ?? [period()])]);
  respond("get", "/payments", [...(shown.payments ?? [])]);
  last();
  await show(<Billing />, { as: user() });
}
