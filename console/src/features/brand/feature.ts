import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

/** The operator's page of name, logo, colors, contact and links. */
export const brand: ConsoleFeature = {
  before: "/settings/system",
  pages: [
    settingsPage({
      path: "/settings/brand",
      title: t("Brand"),
      words: t("name logo color contact links footer time zone white label"),
      permission: "service.change",
      section: {
        group: "looks",
        environment: ["OPERATOR_EMAIL", "OPERATOR_NAME", "OPERATOR_URL"],
        says: () => import("./brand-queries.ts").then((code) => code.brandLine()),
      },
      load: () => import("./brand-page.tsx").then((code) => code.BrandPage),
    }),
  ],
};
