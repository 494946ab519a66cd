import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { bySingleSignOn, type Proved } from "../../../access/proof.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { requireNotHeld } from "../../../calls/change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type BodyCall, type Call, json, noStore } from "../../../http/endpoint.ts";
import { conflict, forbidden } from "../../../http/errors.ts";
import { maxAgeSeconds } from "../../../http/proof.ts";
import {
  emailAddress,
  emailKey,
  findUserByEmail,
  lockUser,
  personName,
  type UserRow,
} from "../../../management/common/user-resource.ts";
import { openAccount } from "../../../management/users/accounts.ts";
import { authBodyBytesMax, limitSignIns, limitSignUps } from "../../../management/users/address-limits.ts";
import { requireDomain, requireSignupsLeft } from "../../../management/users/auth.ts";
import { beginSession, begunSession, requireActiveUser } from "../../../management/users/begin-session.ts";
import { isMailboxTaken } from "../../../management/users/mailbox.ts";
import { takeAccount } from "../../../management/users/taken-account.ts";
import { hasPaid, mailerOf } from "../../../running/account-ports.ts";
import { opened } from "../../../running/opened.ts";
import { given } from "../../../running/ports.ts";
import type { Identified } from "../claims.ts";
import { findIdentity, type Identity, insertIdentity } from "../identities.ts";
import { signOnSettings } from "../settings.ts";
import { type NamedProvider, providerIds, SignOn } from "../sign-on.ts";
import { SignOnFinishRequest, SignOnStart } from "./schemas.ts";

const SignOnProvider = z
  .object({
    id: z.enum(providerIds).describe("For whom it is."),
    name: z.string().describe('Follows "Continue with".'),
  })
  .meta({ id: "SignOnProvider" });

export const SignOnStartRequest = z
  .strictObject({ provider: z.enum(providerIds).describe("As `GET /auth/sign-on` lists it.") })
  .meta({ id: "SignOnStartRequest", example: { provider: "customers" } });

const common = { tag: "Auth", extension: true } as const;
const asClient = {
  audience: "client",
  limits: { bodyBytes: authBodyBytesMax, address: limitSignIns },
} as const;

export const signOnEndpoints = [
  endpoint({
    ...common,
    id: "listSignOnProviders",
    method: "GET",
    path: "/auth/sign-on",
    summary: "List the providers of single sign-on",
    description: "Empty if users sign in with passwords alone.",
    audience: "client",
    response: z.array(SignOnProvider),
    handle: (context) => json(opened(context, SignOn).providers.map(({ id, name }) => ({ id, name }))),
  }),
  endpoint({
    ...common,
    ...asClient,
    id: "startSignOn",
    whileHeld: true,
    method: "POST",
    path: "/auth/sign-on/start",
    summary: "Begin a sign-in by single sign-on",
    description:
      "Open `url` in the browser. The provider sends it back to the console's page `/sign-on/callback`, which finishes the sign-in.",
    body: SignOnStartRequest,
    response: SignOnStart,
    errors: ["conflict", "rate_limited"],
    async handle(context: Context, { body }: BodyCall<typeof SignOnStartRequest>) {
      const signOn = opened(context, SignOn);
      const provider = signOn.require(({ id }) => id === body.provider);
      return json(await signOn.begin(provider, { purpose: "sign_in", userId: null }), noStore);
    },
  }),
  endpoint({
    ...common,
    ...asClient,
    id: "finishSignOn",
    whileHeld: true,
    method: "POST",
    path: "/auth/sign-on/finish",
    summary: "Finish a sign-in by single sign-on",
    description:
      "Returns a session as `POST /auth/signin` does. The identity must be linked with an account; an equal email address links nothing. If the service allows it, an identity that is new opens an account for a customer, or takes the one with an address that the provider calls verified, if no one has proved that mailbox and the account has not paid: everything by which one could enter before ends, keys too.",
    body: SignOnFinishRequest,
    response: begunSession,
    errors: ["invalid_credential", "forbidden", "conflict", "rate_limited"],
    handle: finish,
  }),
];

async function finish(context: Context, call: BodyCall<typeof SignOnFinishRequest>) {
  const use = { purpose: "sign_in", userId: null } as const;
  const ended = await opened(context, SignOn).end(call.body, use, "invalid_credential");
  const { provider, identified } = ended;
  const identity = await findIdentity(context.database, identified);
  if (!identity) return signUp(context, call, provider, identified);
  return call.change((tx) => signIn(context, tx, call, identity, ended));
}

async function signIn(
  context: Context,
  tx: Queries,
  call: Call,
  { issuer, subject, userId }: Identity,
  { provider, identified }: { provider: NamedProvider; identified: Identified },
) {
  const user = await lockUser(tx, userId);
  // With the user locked: it may have been unlinked since.
  const linked = await tx.run(sql`
    update identity set last_used_at = ${context.clock()}
    where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`);
  // An account of the other role: a provider of customers never signs operators in.
  if (!user || linked === 0 || user.role !== provider.role) throw unlinked(provider);
  requireActiveUser(user);
  return beginSession(context, tx, call, user, provedBy(context, provider, identified));
}

/**
 * The proof of a sign-in at a provider, as of the time of the sign-in there. Without that time it is no fresh proof.
 */
export function provedBy(
  { config, clock }: Context,
  { role }: NamedProvider,
  { hasSecondFactor, provedAt }: Identified,
): Proved {
  const isTrusted = role === "operator" && signOnSettings.of(config).oidcOperatorsSecondFactor === "trusted";
  return bySingleSignOn(hasSecondFactor || isTrusted, provedAt ?? clock() - maxAgeSeconds * 1000);
}

const unlinked = ({ name }: NamedProvider) =>
  forbidden(
    `No account is linked with this identity of ${name}. Sign in another way and link it under Security. An equal email address links nothing.`,
  );

/** Opens an account of a customer whose identity is not known, if the settings allow it. */
async function signUp(context: Context, call: Call, provider: NamedProvider, identified: Identified) {
  const isOn = signOnSettings.of(context.config).oidcCustomersSignup === "on";
  if (provider.role !== "customer" || !isOn) throw unlinked(provider);
  requireNotHeld(context);
  const email = emailAddress.safeParse(identified.email).data;
  if (!email || !identified.isEmailVerified)
    throw forbidden(
      `${provider.name} names no confirmed email address of yours, which an account needs. No account was created.`,
    );
  const existing = await findUserByEmail(context.database, email);
  if (existing && isTakeable(context, existing))
    return take(context, call, provider, identified, existing.id);
  if (existing || (await isMailboxTaken(context.database, email))) throw accountExists();
  requireDomain(context, email);
  await limitSignUps(context, call);
  await requireSignupsLeft(context, call);
  const wanted = {
    email,
    firstName: personName.safeParse(identified.firstName).data ?? email.slice(0, email.indexOf("@")),
    lastName: personName.safeParse(identified.lastName).data ?? "",
    passwordHash: null,
    provedBy: "provider" as const,
  };
  return openAccount(context, call, wanted, async ({ user: { id } }, tx) => {
    await linkIdentity(context, tx, call, identified, id);
    const user = await lockUser(tx, id);
    return beginSession(context, tx, call, user!, provedBy(context, provider, identified));
  });
}

const accountExists = () =>
  conflict(
    "An account with this email address exists. Sign in to it with its password, and link single sign-on under Security.",
  );

/** Whether a stranger may have made the account: where the service sends mail, no one has proved its mailbox. */
const isTakeable = (context: Context, { role, kind, provedAt }: UserRow): boolean =>
  mailerOf(context) !== undefined && role === "customer" && kind === "person" && provedAt === null;

/** Gives an account to whom the provider calls the owner of its address. 409 if it has paid. */
function take(context: Context, call: Call, provider: NamedProvider, identified: Identified, userId: string) {
  return call.change(async (tx) => {
    const before = await lockUser(tx, userId);
    // With the user locked: its address may be another one or proved since.
    if (!before || before.emailKey !== emailKey(identified.email ?? "") || !isTakeable(context, before))
      throw accountExists();
    requireActiveUser(before);
    for (const isPayer of given(context.running, hasPaid))
      if (await isPayer(tx, userId)) throw accountExists();
    await takeAccount(
      tx,
      context,
      before,
      { by: "provider", passwordHash: null },
      auditContext(context, call),
    );
    await linkIdentity(context, tx, call, identified, userId);
    const user = await lockUser(tx, userId);
    return beginSession(context, tx, call, user!, provedBy(context, provider, identified));
  });
}

/** Notes that an identity is a user's. Throws `UniqueViolation` if it is linked. */
export async function linkIdentity(
  context: Context,
  tx: Queries,
  call: Call,
  { issuer, subject, email }: Identified,
  userId: string,
): Promise<Identity> {
  const audit = auditContext(context, call);
  const row: Identity = {
    id: uuidv7(audit.at),
    issuer,
    subject,
    userId,
    email: emailAddress.safeParse(email).data ?? null,
    linkedAt: audit.at,
    lastUsedAt: null,
  };
  await insertIdentity(tx, row);
  // Without the subject and the address, which are deleted with the user.
  const after = { id: row.id, issuer };
  await recordAudit(tx, { ...audit, action: "user.link_identity", object: `/users/${userId}`, after });
  return row;
}
