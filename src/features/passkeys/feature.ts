import type { Feature } from "../../feature.ts";
import { hasPasskey, keptCredentials, proves, signsIn } from "../../running/sign-in-ports.ts";
import { passkeyTables } from "./passkeys-schema.ts";

/** Sign-in with a device in place of the password (WebAuthn). */
export const passkeys: Feature = {
  name: "passkeys",
  migrations: [passkeyTables],
  async load() {
    const [{ ownPasskeyEndpoints }, { passkeySignInEndpoints }, { passkeysRestoring }, { Passkeys }] =
      await Promise.all([
        import("./operations/own-passkeys.ts"),
        import("./operations/passkey-sign-in.ts"),
        import("./ended-passkeys.ts"),
        import("./passkeys.ts"),
      ]);
    return {
      operations: [...ownPasskeyEndpoints, ...passkeySignInEndpoints],
      after: "createRecoveryCodes",
      restoring: passkeysRestoring,
      provides: [keptCredentials, signsIn, proves, hasPasskey],
      open: ({ database }) => new Passkeys(database),
    };
  },
};
