import { dataOf, api as service } from "../../api/client.ts";
import type { PlanWith } from "../../parts/page-parts.ts";
import { creditsText, everyText } from "./offer-words.ts";

/** The cheapest plan on sale that has some APIs: plans are listed by their prices. */
export async function planWith(apis: readonly string[]): Promise<PlanWith | undefined> {
  const { plans } = await dataOf(service.GET("/pricing", { headers: { authorization: "none" } }));
  const has = (lookups: readonly { readonly api: string }[]) =>
    apis.every((api) => lookups.some((one) => one.api === api));
  const plan = plans.find(({ lookups }) => has(lookups));
  if (!plan) return undefined;
  const { offer, display_name: name } = plan;
  const { price_minor, currency, price_every, credits_every } = offer;
  const credits = `${creditsText(offer)} ${everyText(credits_every)}`;
  return { name, credits, price_minor, currency, every: everyText(price_every) };
}
