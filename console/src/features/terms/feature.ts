import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

/** Agreements: their texts, what is still to be accepted, and the operator's page. */
export const terms: ConsoleFeature = {
  before: "/me",
  parts: {
    signUp: lazy(() => import("./sign-up-terms.tsx").then((code) => code.loadSignUpTerms())),
    signedIn: lazy(() => import("./open-terms.tsx").then((code) => ({ default: code.OpenTerms }))),
  },
  pages: [
    {
      path: "/agreements/$kind/$version",
      title: t("Agreement"),
      access: "open",
      load: () => import("./agreement.tsx").then((code) => code.Agreement),
    },
    settingsPage({
      path: "/settings/terms",
      title: t("Terms"),
      words: t("privacy agreement license accept"),
      permission: "terms.change",
      section: {
        group: "selling",
        says: () => import("./terms-queries.ts").then((code) => code.termsLine()),
      },
      load: () => import("./terms.tsx").then((code) => code.TermsPage),
    }),
  ],
};
