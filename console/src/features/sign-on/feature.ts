import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Buttons of the sign-in page, the page to which providers send the browser back, and linked identities. */
export const signOn: ConsoleFeature = {
  before: "/me",
  parts: {
    signInWith: lazy(() => import("./sign-in-with.tsx").then((code) => code.loadSignInWith())),
    remaining: {
      kind: "identity",
      action: t("Unlink"),
      ended: t("Single sign-on unlinked"),
      async end(userId, { id }) {
        // The list of pages is read without a browser too.
        const { api, dataOf } = await import("../../api/client.ts");
        const params = { path: { id: userId, identity_id: id } };
        return dataOf(api.DELETE("/users/{id}/identities/{identity_id}", { params }));
      },
    },
    proves: "single_sign_on",
    proveWith: lazy(() => import("./prove.tsx").then((code) => ({ default: code.ProveWithSignOn }))),
    security: lazy(() => import("./identities.tsx").then((code) => code.loadIdentities())),
  },
  pages: [
    {
      path: "/sign-on/callback",
      title: t("Single sign-on"),
      access: "public",
      load: () => import("./callback.tsx").then((code) => code.Callback),
    },
  ],
};
