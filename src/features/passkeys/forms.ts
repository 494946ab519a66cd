import { z } from "zod";

// The names are those of WebAuthn: browsers take and return these objects as they are.

const base64url = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^[A-Za-z0-9_-]+$/);

/** At most 1,023 bytes. */
const credentialId = base64url(1364).describe("The ID that the device gave the passkey.");
const clientDataJSON = base64url(4000).describe("What the browser says of the page that asked.");

/** What `navigator.credentials.create` returns, as JSON. Browsers may add members, which are not read. */
export const PasskeyRegistration = z
  .object({
    id: credentialId,
    response: z
      .object({
        clientDataJSON,
        attestationObject: base64url(8000).describe(
          "The public key. Attestations with certificates are refused.",
        ),
        transports: z
          .array(z.string().max(32))
          .max(10)
          .optional()
          .describe("How browsers reach the device, such as `internal`."),
      })
      .describe("What the device returned."),
  })
  .meta({ id: "PasskeyRegistration" });
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>;

/** What `navigator.credentials.get` returns, as JSON. */
export const PasskeyProof = z
  .object({
    id: credentialId,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: base64url(4000).describe("What the device says of itself and its user."),
        signature: base64url(2000).describe("Of both, by the passkey."),
        userHandle: base64url(100).nullish().describe("The user for whom the device made the passkey."),
      })
      .describe("What the device returned."),
  })
  .meta({ id: "PasskeyProof" });
export type PasskeyProof = z.output<typeof PasskeyProof>;

/** The recovery codes of an answer that may have made some. */
export const newRecoveryCodes = z
  .array(z.string())
  .optional()
  .describe(
    "If the user had none: each works once, with the password, in place of the passkey. They are shown only now.",
  );

/** The challenge in it works once, for 5 minutes. */
export const browserOptions = z.record(z.string(), z.unknown());
