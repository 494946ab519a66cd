import { press } from "../../../../test/console/dom/act.ts";
import { euros, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { operator, product } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { OfferPage } from "./offer.tsx";

// The preview has an option for each of 600 zones: most of the time of a page that no test here looks at.
Intl.supportedValuesOf = () => ["Europe/Berlin"];

async function openOffer(first: boolean) {
  const version = offerVersion({ members_max: 12_345, connector_credits_per_day: 2000, notice_days: 30 });
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" })]);
  respond("get", "/products/{id}/offers", first ? [] : [version]);
  respond("post", "/products/{id}/offer/preview", { periods: [], price_minor: 0, beyond_minor: 0 });
  if (!first) respond("get", "/products/{id}/offer", version, { etag: '"v3"' });
  await show(<OfferPage params={{ productId: "growth" }} />, {
    as: operator(),
    at: "/plans/growth?tab=price",
  });
}

async function openPackage() {
  await openOffer(false);
  await press(t("Edit<span> the package of {credits}</span>", { credits: count(1000) }));
}

/** The offer before its first version, a later one, and a package. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/offers/offer-fields.tsx", fields: 10, open: () => openOffer(true) },
  {
    file: "features/offers/offer-preview.tsx",
    fields: 10,
    money: [`${t("Price")} (EUR)`, `${t("Beyond credits")} (EUR)`],
    open: () => openOffer(false),
  },
  {
    file: "features/offers/offer-packages.tsx",
    fields: 13,
    money: [t("Package price ({currency})", euros)],
    open: openPackage,
  },
];
