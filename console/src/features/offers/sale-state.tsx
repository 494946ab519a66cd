import type { Product } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { Mark } from "../../parts/outcome.tsx";
import type { SaleState } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import type { Offer } from "./offer-queries.ts";

/** Why nothing with a price is sold, from the service's reason. */
const reasonText = (reason: string): string =>
  reason.startsWith("Not sold yet") ? t("seller and taxes are not entered") : t("payments are off");

/** Whether a plan is sold, and if not, why. `notSold`: the service's reason for all plans with a price. */
export function saleStateOf(product: Product, offer: Offer | undefined, notSold: string | null): SaleState {
  if (product.state !== "published") return { outcome: "other", text: t("Draft") };
  if (!offer) return { outcome: "other", text: t("Free"), why: t("not on the price page") };
  const version = t("version {version}", { version: offer.version });
  if (!offer.on_sale) return { outcome: "other", text: t("Not sold"), why: t("not on the price page") };
  if (notSold && offer.price_minor > 0)
    return { outcome: "blocked", text: t("Not sold"), why: reasonText(notSold) };
  const why = product.approval_required ? t("{version}, you approve", { version }) : version;
  return { outcome: "ok", text: t("On sale"), why };
}

/** What operators read while nothing with a price is sold. Without a name it is about all plans. */
export function NotSoldNotice({ name, reason }: { name?: string; reason: string | null | undefined }) {
  if (!reason) return null;
  const hasSeller = !reason.startsWith("Not sold yet");
  return (
    <div className="notice">
      <div>
        <p className="k">
          <Mark outcome="blocked">{t("Not sold: {why}", { why: reasonText(reason) })}</Mark>
        </p>
        <p className="sm muted">
          {name
            ? t(
                "{name} can be published. Customers cannot buy it, and its button on the price page says so.",
                { name },
              )
            : t("Plans can be published. Customers cannot buy them, and the price page says so.")}
        </p>
      </div>
      <p className="actions">
        <Link className="btn" to={hasSeller ? "/settings/payments" : "/settings/seller"}>
          {hasSeller ? t("Turn on payments") : t("Enter seller and taxes")}
        </Link>
      </p>
    </div>
  );
}
