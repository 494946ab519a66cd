import { createHmac } from "node:crypto";
import type { Context } from "../../src/calls/context.ts";

const user = ({ userId }: { userId: string }) => ({ id: userId });
const issuer = "https://id.acmefleet.example/";
let attempt = "";
let identityId = "";

const keepAttempt = (body: { attempt_token: string }) => {
  attempt = body.attempt_token;
};

const brought = () => ({
  attempt_token: attempt,
  state: createHmac("sha256", attempt).update("state").digest("base64url"),
  code: "SplxlOBeZQQYbYS6WxSbIA",
  iss: issuer,
});

/** A provider that needs no other machine: it answers that Ada signed in. */
const client = {
  issuer,
  urlOf: async () => `${issuer}authorize?client_id=vingate&response_type=code`,
  identify: async () => ({
    issuer,
    subject: "00u1",
    email: "ada@acmefleet.example",
    isEmailVerified: true,
    hasSecondFactor: false,
    provedAt: Date.now(),
  }),
};

/** Linking an identity, signing in with it, and unlinking it. */
export const signOnCalls = [
  {
    operation: "listSignOnProviders",
    as: "client",
    prepare: async ({ running }: Context) => {
      const signOn = running.find((one) => one.constructor.name === "SignOn");
      const providers = [{ id: "customers", name: "Acme Fleet SSO", role: "customer", client }];
      Object.assign(signOn ?? {}, { providers });
    },
  },
  { operation: "startIdentity", as: "user", params: user, keep: keepAttempt },
  {
    operation: "linkIdentity",
    as: "user",
    params: user,
    json: brought,
    keep: (body: { id: string }) => {
      identityId = body.id;
    },
  },
  {
    operation: "startSignOn",
    as: "client",
    json: () => ({ provider: "customers" }),
    keep: keepAttempt,
  },
  { operation: "finishSignOn", as: "client", json: brought },
  { operation: "startSignOnStepUp", as: "user", keep: keepAttempt },
  { operation: "stepUpWithSignOn", as: "user", json: brought },
  { operation: "listIdentities", as: "user", params: user },
  {
    operation: "unlinkIdentity",
    as: "user",
    params: ({ userId }: { userId: string }) => ({ id: userId, identity_id: identityId }),
  },
] as const;
