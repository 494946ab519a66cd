import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** The page of watched VINs. */
export const watches: ConsoleFeature = {
  before: "/plans",
  pages: [
    {
      path: "/watches",
      title: t("Watches"),
      words: t("monitor alerts"),
      access: "user",
      permission: "events.view",
      customer: "Account",
      load: () => import("./watches.tsx").then((code) => code.Watches),
    },
  ],
};
