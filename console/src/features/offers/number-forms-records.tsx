import { open as openDetails, press } from "../../../../test/console/dom/act.ts";
import { one } from "../../../../test/console/dom/find.ts";
import { euros, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { openPlanPage } from "./plan-page-records.tsx";

// The preview has an option for each of 600 zones: most of the time of a page that no test here looks at.
Intl.supportedValuesOf = () => ["Europe/Berlin"];

async function openPrice(first: boolean) {
  const version = offerVersion({ members_max: 12_345, connector_credits_per_day: 2000, notice_days: 30 });
  await openPlanPage(first ? { plan: { state: "not_published" } } : { versions: [version] });
  await openDetails(one("#price details"));
}

async function openPackage() {
  await openPrice(false);
  await press(t("Edit<span> the package of {credits}</span>", { credits: count(1000) }));
}

/** The offer before its first version, a later one, and a package. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/offers/price-controls.tsx", fields: 15, open: () => openPrice(true) },
  {
    file: "features/offers/offer-preview.tsx",
    fields: 17,
    isLive: true,
    money: [`${t("Price")} (EUR)`, `${t("Beyond credits")} (EUR)`],
    open: () => openPrice(false),
  },
  {
    file: "features/offers/offer-packages.tsx",
    fields: 20,
    isLive: true,
    money: [t("Package price ({currency})", euros)],
    open: openPackage,
  },
];
