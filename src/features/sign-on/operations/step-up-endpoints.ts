import { type Context, endpoint } from "../../../calls/context.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { conflict, forbidden } from "../../../http/errors.ts";
import { maxAgeSeconds } from "../../../http/proof.ts";
import { findUser, lockUser } from "../../../management/common/user-resource.ts";
import { noteProved, proved, requireSession } from "../../../management/sign-in/step-up.ts";
import { authBodyBytesMax } from "../../../management/users/address-limits.ts";
import { opened } from "../../../running/opened.ts";
import { findIdentity, identitiesOf } from "../identities.ts";
import { type NamedProvider, SignOn } from "../sign-on.ts";
import { SignOnFinishRequest, SignOnStart } from "./schemas.ts";
import { provedBy } from "./sign-on-endpoints.ts";

const common = {
  tag: "Auth",
  audience: "customer",
  permission: "session.change",
  limits: { bodyBytes: authBodyBytesMax },
  extension: true,
} as const;

export const signOnStepUpEndpoints = [
  endpoint({
    ...common,
    id: "startSignOnStepUp",
    whileHeld: true,
    method: "POST",
    path: "/auth/step-up/sign-on/start",
    summary: "Begin to prove by single sign-on who you are",
    description:
      "For users with a linked identity. The provider is requested to let them sign in again. No body is read.",
    response: SignOnStart,
    errors: ["forbidden", "conflict"],
    handle: start,
  }),
  endpoint({
    ...common,
    id: "stepUpWithSignOn",
    whileHeld: true,
    method: "POST",
    path: "/auth/step-up/sign-on",
    summary: "Prove by single sign-on who you are, for the next 15 minutes of this session",
    description: "As `POST /auth/step-up` does with a password, with what the provider answered.",
    body: SignOnFinishRequest,
    response: proved,
    errors: ["forbidden"],
    handle: stepUp,
  }),
];

/** The provider of a user's role, if it has an identity there. Throws 409. */
async function providerOf({ database }: Context, signOn: SignOn, userId: string): Promise<NamedProvider> {
  const issuers = new Set((await identitiesOf(database, userId)).map(({ issuer }) => new URL(issuer).href));
  const user = await findUser(database, userId);
  const found = signOn.providers.find((one) => one.role === user?.role && issuers.has(one.client.issuer));
  if (found) return found;
  throw conflict("No identity of single sign-on is linked with you. Use your password.");
}

async function start(context: Context, { caller }: Call) {
  const { personId } = requireSession(caller);
  const signOn = opened(context, SignOn);
  const provider = await providerOf(context, signOn, personId);
  return json(await signOn.begin(provider, { purpose: "prove", userId: personId }), noStore);
}

async function stepUp(context: Context, call: BodyCall<typeof SignOnFinishRequest>) {
  const caller = requireSession(call.caller);
  const { personId } = caller;
  const use = { purpose: "prove", userId: personId } as const;
  const { provider, identified } = await opened(context, SignOn).end(call.body, use, "forbidden");
  const at = identified.provedAt;
  if (at === undefined || at <= context.clock() - maxAgeSeconds * 1000)
    throw forbidden(
      `${provider.name} did not say that you signed in there just now, so it proves nothing. Prove it in another way.`,
    );
  return call.change(async (tx) => {
    // With the user locked: it may have been unlinked since.
    await lockUser(tx, personId);
    const identity = await findIdentity(tx, identified);
    if (identity?.userId !== personId)
      throw forbidden(
        `You signed in at ${provider.name} as somebody whose identity is not linked with you. Nothing was changed.`,
      );
    return noteProved(tx, caller, provedBy(context, provider, identified), context.clock());
  });
}
