import { z } from "zod";
import { findAdmission, useAdmission } from "../../access/links/admission-links.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import type { Client } from "../../http/client-address.ts";
import { type BodyCall, type Call, json, noStore } from "../../http/endpoint.ts";
import { ApiError, forbidden, tooManyCalls } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { emailAddress, emailKey, findUserByEmail, lockUser, personName } from "../common/user-resource.ts";
import { openAccount, signedUp } from "./accounts.ts";
import {
  authBodyBytesMax,
  limitDailySignUps,
  limitEmailChecks,
  limitSignIns,
  limitSignUps,
} from "./address-limits.ts";
import { beginSession, begunSession, isOfEpoch, requireActiveUser } from "./begin-session.ts";
import { isMailboxTaken } from "./mailbox.ts";
import { givenPassword, password, secondFactorCode } from "./new-password.ts";
import { checkSignIn, proveWithPassword } from "./password-checks.ts";

export const SignUpRequest = z
  .strictObject({ email: emailAddress, password, first_name: personName, last_name: personName })
  .meta({ id: "SignUpRequest" });

export const SignInRequest = z
  .strictObject({
    email: emailAddress,
    password: givenPassword,
    code: secondFactorCode
      .optional()
      .describe(
        "Six digits of the authenticator app, or a recovery code. Only for accounts with a second factor.",
      ),
    admit_token: secret(z.string().max(256))
      .optional()
      .describe(
        "What follows the # of the link in a mail about refused sign-ins: it admits one sign-in where others are refused. One that is not valid is ignored.",
      ),
  })
  .meta({ id: "SignInRequest" });

export const authEndpoints = [
  endpoint({
    id: "signIn",
    whileHeld: true,
    method: "POST",
    path: "/auth/signin",
    tag: "Auth",
    summary: "Sign in with email and password",
    description:
      "Returns a session token for `Authorization`. It expires after 24 hours or on logout. An account has at most 50 sessions; another one ends the oldest.",
    audience: "client",
    body: SignInRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitSignIns },
    response: begunSession,
    errors: ["invalid_credential", "second_factor_required", "forbidden", "rate_limited"],
    handle: signIn,
  }),
  endpoint({
    id: "signUp",
    method: "POST",
    path: "/auth/signup",
    tag: "Auth",
    summary: "Create an account with trial credits",
    description:
      "Creates the user, a trial subscription and its keys. `Authorization` takes the public client token of `GET /identity`.",
    audience: "client",
    body: SignUpRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitSignUps },
    response: signedUp,
    errors: ["conflict", "forbidden", "rate_limited"],
    handle: signUp,
  }),
  endpoint({
    id: "logOut",
    effect: "read",
    whileHeld: true,
    method: "POST",
    path: "/auth/logout",
    tag: "Auth",
    summary: "Log out: end the session or access token of this call",
    audience: "customer",
    permission: "session.change",
    response: z.object({ status: z.literal("success") }),
    handle: logOut,
  }),
  endpoint({
    id: "checkEmail",
    method: "GET",
    path: "/auth/check-email",
    tag: "Auth",
    summary: "Check whether an email address is available for a new account",
    audience: "client",
    query: z.object({ email: emailAddress }),
    limits: { address: limitEmailChecks },
    response: z.object({ email: z.string(), available: z.boolean() }),
    errors: ["rate_limited"],
    handle: checkEmail,
  }),
];

const wrong = () =>
  new ApiError("invalid_credential", "Wrong email or password.", {
    headers: { "www-authenticate": 'Bearer realm="vingate"' },
  });

const admissionUsed = () => forbidden("The sign-in link was used by another sign-in. Sign in without it.");

async function signIn(context: Context, call: BodyCall<typeof SignInRequest>) {
  const { email, password: given, code, admit_token: token } = call.body;
  const { database, clock } = context;
  const user = await findUserByEmail(database, email);
  const admission =
    user && token !== undefined ? await findAdmission(database, user.id, token, clock()) : undefined;
  const attempt = { user, account: emailKey(email), given, admission };
  if (!(await checkSignIn(context, attempt, call)) || !user) throw wrong();
  requireActiveUser(user);
  const proved = await proveWithPassword(context, user, call, code, "invalid_credential");
  return call.change(async (tx) => {
    const current = await lockUser(tx, user.id);
    if (!isOfEpoch(current, user)) throw wrong();
    requireActiveUser(current);
    if (admission !== undefined && !(await useAdmission(tx, admission))) throw admissionUsed();
    return beginSession(context, tx, call, user, proved);
  });
}

/** Throws 403 for an address of a domain that the operator refuses, or of a subdomain. */
export function requireDomain({ config }: Context, email: string): void {
  const parts = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  const isRefused = parts.some((_, at) => config.signupDomainsRefused.has(parts.slice(at).join(".")));
  if (isRefused) throw forbidden("Addresses of this domain cannot sign up here. Use another address.");
}

/** Throws 429 if as many have signed up within a day as the setting allows, or a tenth of them from the client's network. */
export async function requireSignupsLeft(context: Context, client: Client): Promise<void> {
  const { config, database, clock } = context;
  const most = config.signupsPerDay;
  if (most === undefined) return;
  const since = clock() - dayMs;
  const row = await database.get<{ users: number; first: number | null }>(sql`
    select count(*) as users, min(registered_at) as first from app_user
    where registered_at > ${since} and role = 'customer' and kind = 'person'`);
  if (row!.users < most) return limitDailySignUps(context, client, most);
  throw tooManyCalls(
    "So many have signed up today that no more accounts are opened. Try again later, or ask the operator.",
    ((row!.first ?? since) - since) / 1000,
  );
}

async function signUp(context: Context, call: BodyCall<typeof SignUpRequest>) {
  if (context.config.signup === "closed")
    throw forbidden("Sign-up is closed on this service. Ask the operator for an account.");
  const { email, first_name: firstName, last_name: lastName } = call.body;
  requireDomain(context, email);
  await requireSignupsLeft(context, call);
  const passwordHash = await context.identity.passwords.hash(call.body.password, call);
  const wanted = { email, firstName, lastName, passwordHash };
  return openAccount(context, call, wanted, (made) => json(made, noStore));
}

function logOut(context: Context, { caller, change }: Call) {
  return change(async (tx) => {
    if (caller.kind === "user")
      await credentialsEnded(tx, context, { userId: caller.personId, session: caller.digest }, "signedOut");
    return json({ status: "success" });
  });
}

async function checkEmail(context: Context, call: Call<unknown, { email: string }>) {
  const { email } = call.query;
  return json({ email, available: !(await isMailboxTaken(context.database, email)) });
}
