import type { Search } from "../../parts/router.tsx";
import type { Payment, Wanted } from "./payment-queries.ts";

/** The search parameters of the page that sells something. */
export function searchOf(wanted: Wanted): Record<string, string> {
  const { subscription_id: subscription, kind } = wanted;
  if (kind === "plan") return { subscription, kind, product: wanted.product_id };
  if (kind === "package") return { subscription, kind, package: wanted.package_id };
  return { subscription, kind, period: String(wanted.period) };
}

/** What search parameters name; undefined if they name nothing that is sold. */
export function wantedIn(search: Search): Wanted | undefined {
  const { subscription: subscription_id, kind, product, package: package_id, period } = search;
  if (!subscription_id) return undefined;
  if (kind === "plan" && product) return { subscription_id, kind, product_id: product };
  if (kind === "package" && package_id) return { subscription_id, kind, package_id };
  if (kind === "renewal" && /^\d{1,7}$/.test(period ?? ""))
    return { subscription_id, kind, period: Number(period) };
  return undefined;
}

/** What a payment pays for; undefined if customers do not buy it themselves. */
export function wantedBy({
  kind,
  subscription_id,
  product_id,
  package_id,
  period,
}: Payment): Wanted | undefined {
  if (kind === "plan") return { subscription_id, kind, product_id };
  if (kind === "package" && package_id) return { subscription_id, kind, package_id };
  if (kind === "renewal" && period !== null) return { subscription_id, kind, period };
  return undefined;
}
