import { lazy } from "react";
import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Sign-in with a device in place of the password. */
export const passkeys: ConsoleFeature = {
  before: "/me",
  pages: [],
  parts: {
    signInWith: lazy(() => import("./sign-in.tsx").then((code) => ({ default: code.SignInWithPasskey }))),
    security: lazy(() => import("./passkeys.tsx").then((code) => ({ default: code.Passkeys }))),
    remaining: {
      kind: "passkey",
      action: t("Remove"),
      ended: t("Passkey removed"),
      async end(userId, { id }) {
        // The list of pages is read without a browser too.
        const { api, dataOf } = await import("../../api/client.ts");
        const params = { path: { id: userId, passkey_id: id } };
        return dataOf(api.DELETE("/users/{id}/passkeys/{passkey_id}", { params }));
      },
    },
    proves: "passkey",
    proveWith: lazy(() => import("./prove.tsx").then((code) => ({ default: code.ProveWithPasskey }))),
  },
};
