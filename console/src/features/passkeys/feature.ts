import { lazy } from "react";
import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** Sign-in with a device in place of the password. */
export const passkeys: ConsoleFeature = {
  before: "/profile",
  pages: [],
  parts: {
    signInWith: lazy(() => import("./sign-in.tsx").then((code) => ({ default: code.SignInWithPasskey }))),
    security: lazy(() => import("./passkeys.tsx").then((code) => ({ default: code.Passkeys }))),
    proves: "passkey",
    proveWith: lazy(() => import("./prove.tsx").then((code) => ({ default: code.ProveWithPasskey }))),
  },
};
