import { z } from "zod";
import { secret } from "../../../http/validation/secrets.ts";

/** The form of a token, a code or a state. */
const opaque = z.string().min(1).max(4096);

/** What the browser brings back from the provider. */
export const brought = {
  attempt_token: secret(z.string().min(1).max(256)).describe("As the start returned it to this browser."),
  state: secret(opaque).describe(
    "As in the address to which the provider sent the browser, like those below.",
  ),
  code: secret(opaque).optional().describe("What the provider exchanges, once, for who signed in."),
  iss: z.string().max(2000).optional().describe("The issuer, if the provider names it."),
  error: z.string().max(200).optional().describe("In place of `code` if the provider did not allow it."),
};

export const SignOnStart = z
  .object({
    url: z.string().describe("The page of the provider, for the same browser."),
    attempt_token: z
      .string()
      .describe("To be kept by this browser, and sent when it comes back. Valid once, for 10 minutes."),
  })
  .meta({ id: "SignOnStart" });

export const SignOnFinishRequest = z.strictObject(brought).meta({
  id: "SignOnFinishRequest",
  example: {
    attempt_token: "k1vOiLuj5FWyOj0pGHRsFfKJ7hqZ5Jb3mJ1tF5cJ9n4",
    state: "jWn2vT4Rkq8xYpUeLsA0bCdHfGiJmNoPzQrStVwXy12",
    code: "SplxlOBeZQQYbYS6WxSbIA",
  },
});
