import type { Feature } from "../../feature.ts";
import { keptCredentials, proves, signsIn } from "../../running/sign-in-ports.ts";
import { signOnSettings } from "./settings.ts";
import { signOnTables } from "./sign-on-schema.ts";

/** Sign-in by an account elsewhere (OpenID Connect), and the identities that users link. */
export const signOn: Feature = {
  name: "sign-on",
  migrations: [signOnTables],
  settings: signOnSettings,
  async load() {
    const [
      { signOnEndpoints },
      { signOnStepUpEndpoints },
      { identityEndpoints },
      { signOnRestoring },
      { SignOn },
    ] = await Promise.all([
      import("./operations/sign-on-endpoints.ts"),
      import("./operations/step-up-endpoints.ts"),
      import("./operations/identity-endpoints.ts"),
      import("./ended-identities.ts"),
      import("./sign-on.ts"),
    ]);
    return {
      operations: [...signOnEndpoints, ...signOnStepUpEndpoints, ...identityEndpoints],
      after: "endOtherSessions",
      restoring: signOnRestoring,
      provides: [keptCredentials, signsIn, proves],
      open: (context) => new SignOn(context),
    };
  },
};
