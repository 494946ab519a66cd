import { show } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { PlanPage } from "../../pages/operator/plan.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import { PlanPrice } from "./plan-price.tsx";

interface Opened {
  /** Newest first. */
  readonly versions?: readonly Schemas["Offer"][];
  readonly plan?: Partial<Schemas["Product"]>;
  readonly notSold?: string;
}

/** Opens the page of the plan Growth, with its price. */
export async function openPlanPage({ versions = [], plan, notSold }: Opened = {}): Promise<void> {
  setPageParts([{ planPrice: { permission: "offers.view", Part: PlanPrice } }]);
  const shown = product({ id: "growth", display_name: "Growth", ...plan });
  const [newest] = versions;
  respond("get", "/products", [shown]);
  respond("get", "/products/{id}", shown, { etag: '"1"' });
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products/{id}/apis", [apiRecord()]);
  respond("get", "/pricing", { trial_credits: 15, not_sold: notSold ?? null, plans: [] });
  respond("get", "/products/{id}/offers", [...versions]);
  respond("post", "/products/{id}/offer/preview", { periods: [], price_minor: 0, beyond_minor: 0 });
  if (newest) respond("get", "/products/{id}/offer", newest, { etag: '"v3"' });
  await show(<PlanPage params={{ productId: "growth" }} />, { as: operator(), at: "/plans/growth" });
}
