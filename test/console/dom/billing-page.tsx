import type { Schemas, Subscription } from "../../../console/src/api/client.ts";
import { Billing } from "../../../console/src/features/billing/billing.tsx";
import { grants, period, plan } from "./billing-records.ts";
import { soldPlan } from "./offer-records.ts";
import { show } from "./page.ts";
import { credits, product, subscription, user } from "./records.ts";
import { respond } from "./service.ts";

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
