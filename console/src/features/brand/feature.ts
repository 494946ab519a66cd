import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** The operator's page of name, logo, colors, contact and links. */
export const brand: ConsoleFeature = {
  before: "/system",
  pages: [
    {
      path: "/brand",
      title: t("Brand"),
      words: t("name logo color contact links footer time zone white label"),
      access: "operator",
      permission: "service.change",
      operator: "Service",
      load: () => import("./brand-page.tsx").then((code) => code.BrandPage),
    },
  ],
};
