import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** The page of watched VINs. */
export const watches: ConsoleFeature = {
  before: "/billing",
  pages: [
    {
      path: "/alerts",
      when: ["tab", "watches"],
      title: t("Watches"),
      words: t("monitor alerts"),
      access: "user",
      permission: "events.view",
      customer: "alerts",
      load: () => import("./watches.tsx").then((code) => code.Watches),
    },
    {
      path: "/customers/$userId/watches",
      title: t("Watches"),
      access: "operator",
      permission: "events.view",
      load: () => import("./watches.tsx").then((code) => code.Watches),
    },
  ],
};
