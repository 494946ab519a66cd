import type { Config } from "../../config.ts";
import type { PasskeyProof, PasskeyRegistration } from "./forms.ts";
import type { Passkey } from "./stored-passkeys.ts";

/** ES256, EdDSA, RS256: what devices have. */
export const algorithms: readonly number[] = [-7, -8, -257];

/** The host name to which passkeys belong. */
export const siteOf = ({ publicUrl }: Pick<Config, "publicUrl">): string => new URL(publicUrl).hostname;

/** What the library expects of every answer. */
const expected = (config: Pick<Config, "publicUrl">, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(config.publicUrl).origin,
  expectedRPID: siteOf(config),
  requireUserVerification: true,
});

// Loaded by the first passkey that is checked: it keeps 25 MB.
const library = () => import("@simplewebauthn/server");

/**
 * The challenge that an answer is for; undefined if it has none, or if a page of another site requested it in a
 * frame.
 */
export function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): string | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return typeof challenge === "string" && crossOrigin !== true ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The credential of a registration that answers this challenge; undefined if it is refused. */
export async function credentialOf(
  config: Pick<Config, "publicUrl">,
  challenge: string,
  { id, response }: PasskeyRegistration,
) {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  try {
    const attested = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    // The library fetches the revocation lists that certificates name. We request no attestation, so none has any.
    if (!["none", "packed"].includes(attested.get("fmt")) || attested.get("attStmt").get("x5c"))
      return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(config, challenge),
      supportedAlgorithmIDs: [...algorithms],
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
        },
      },
    });
    return verified && registrationInfo.credential.id === id ? registrationInfo.credential : undefined;
  } catch {
    return undefined;
  }
}

/** The counter of a proof that answers this challenge with this passkey; undefined if it is refused. */
export async function counterOf(
  config: Pick<Config, "publicUrl">,
  challenge: string,
  { credentialId: id, publicKey, counter }: Passkey,
  { response }: PasskeyProof,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(config, challenge),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature,
        },
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
