import type { operations } from "../../api/schema.gen.ts";
import { t } from "../../base/language/language.ts";

type Options = operations["beginPasskey"]["responses"][200]["content"]["application/json"];

/** Whether this browser can use passkeys: it must be current, and the page must have come over https or from localhost. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

export const noPasskeys = t("This browser cannot use passkeys here. They need https and a current browser.");

/** By the name of the browser's error. */
const failures: Readonly<Record<string, string>> = {
  NotAllowedError: t("Cancelled, or the device took too long. Nothing was changed: try again."),
  InvalidStateError: t("This device already has a passkey of yours."),
  SecurityError: t(
    "Passkeys of this service belong to another address. Open the console at the address that its operator set.",
  ),
};

async function using<Json>(credential: Promise<Credential | null>) {
  const made = await credential.catch((error: Error) => {
    throw new Error(failures[error.name] ?? t("The browser refused: {message}", { message: error.message }));
  });
  return (made as PublicKeyCredential).toJSON() as Json;
}

/** Creates a passkey in the browser, which prompts the user. Throws an Error whose message is shown. */
export function makePasskey(options: Options) {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return using<RegistrationResponseJSON>(navigator.credentials.create({ publicKey }));
}

/** Has the browser prove with a passkey who its user is. Throws an Error for people. */
export function provePasskey(options: Options) {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return using<AuthenticationResponseJSON>(navigator.credentials.get({ publicKey }));
}
