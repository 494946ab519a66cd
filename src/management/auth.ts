import { z } from "zod";
import { isLoopback } from "../access/address.ts";
import { commonPasswords } from "../access/passwords.ts";
import { digestToken, mintToken } from "../access/tokens.ts";
import type { App } from "../app.ts";
import { isoTime } from "../base/clock.ts";
import { uuidv7 } from "../base/ids.ts";
import { UniqueViolation } from "../database/errors.ts";
import { sql } from "../database/sql.ts";
import { type Call, endpoint, json, noStore } from "../http/endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { secret } from "../http/validation/secrets.ts";
import { trialProductId } from "./products.ts";
import { insertSubscription, Secrets, Subscription } from "./subscriptions.ts";
import { emailKey, findUserByEmail, insertUser, publicUser, User } from "./users.ts";

const sessionMs = 24 * 3_600_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const failureWindowMs = 15 * minuteMs;
const failuresMax = 5;
const signinsPerMinute = 60;
const emailChecksPerMinute = 10;

export const personName = z.string().min(1).max(100);

export const password = secret(
  z
    .string()
    .min(10)
    .max(256)
    .refine(
      (text) => !commonPasswords.has(text.toLowerCase()),
      "Password is among the commonest; choose another",
    ),
);

export const SignUpRequest = z
  .strictObject({ email: z.email().max(254), password, first_name: personName, last_name: personName })
  .meta({ id: "SignUpRequest" });

export const SignInRequest = z
  .strictObject({ email: z.email().max(254), password: secret(z.string().max(256)) })
  .meta({ id: "SignInRequest" });

export const signedUp = z.object({ user: User, subscription: Subscription, keys: Secrets });

export const authEndpoints = [
  endpoint({
    id: "signIn",
    method: "POST",
    path: "/auth/signin",
    tag: "Auth",
    summary: "Sign in with e-mail and password",
    description: "Gives a session token for `Authorization`. It ends after 24 hours, or on logout.",
    access: "client",
    body: SignInRequest,
    response: z.object({ token: z.string(), expires_at: z.iso.datetime(), user: User }),
    errors: ["invalid_credential", "forbidden", "rate_limited"],
    handle: signIn,
  }),
  endpoint({
    id: "signUp",
    method: "POST",
    path: "/auth/signup",
    tag: "Auth",
    summary: "Open an account with trial credits",
    description:
      "Makes the user, a trial subscription and its two keys. `Authorization` takes the public client token of `GET /identity`.",
    access: "client",
    body: SignUpRequest,
    response: signedUp,
    errors: ["conflict", "forbidden", "rate_limited"],
    handle: signUp,
  }),
  endpoint({
    id: "logOut",
    method: "POST",
    path: "/auth/logout",
    tag: "Auth",
    summary: "End the session or access token that makes this call",
    access: "customer",
    response: z.object({ status: z.literal("success") }),
    handle: logOut,
  }),
  endpoint({
    id: "checkEmail",
    method: "GET",
    path: "/auth/check-email",
    tag: "Auth",
    summary: "Is an e-mail address free for a new account?",
    access: "client",
    query: z.object({ email: z.email().max(254) }),
    response: z.object({ email: z.string(), available: z.boolean() }),
    errors: ["rate_limited"],
    handle: checkEmail,
  }),
];

function tooMany(detail: string, waitMs: number): ApiError {
  return new ApiError("rate_limited", detail, {
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

/** Counts a call by its address and refuses it beyond the limit; the machine itself is not limited. */
function limitAddress(app: App, address: string, what: string, limit: number, windowMs: number): void {
  if (isLoopback(address)) return;
  const name = `${what}/${address}`;
  const wait = app.access.attempts.waitMs(name, limit, windowMs);
  if (wait > 0) throw tooMany(`Too many ${what} from this address.`, wait);
  app.access.attempts.record(name, windowMs);
}

async function signIn(app: App, call: Call<unknown, unknown, unknown, z.output<typeof SignInRequest>>) {
  limitAddress(app, call.address, "sign-ins", signinsPerMinute, minuteMs);
  const name = `failures/${emailKey(call.body.email)}/${call.address}`;
  const wait = app.access.attempts.waitMs(name, failuresMax, failureWindowMs);
  if (wait > 0) throw tooMany("Too many failed sign-ins for this account from this address.", wait);
  // Counted before the password is checked, or many guesses at once would all pass the line above.
  app.access.attempts.record(name, failureWindowMs);
  const user = await findUserByEmail(app.database, call.body.email);
  if (!(await app.access.passwords.verify(call.body.password, user?.password_hash ?? null)) || !user)
    throw new ApiError("invalid_credential", "The e-mail or the password is wrong.", {
      headers: { "www-authenticate": 'Bearer realm="vingate"' },
    });
  app.access.attempts.clear(name);
  if (user.state !== "active") throw new ApiError("forbidden", `This account is ${user.state}.`);
  const token = mintToken("vgs");
  const now = app.clock();
  await app.database.run(sql`
    insert into access_token (digest, kind, user_id, created_at, expires_at)
    values (${digestToken(token)}, 'vgs', ${user.id}, ${now}, ${now + sessionMs})`);
  return json({ token, expires_at: isoTime(now + sessionMs), user: publicUser(user) }, noStore);
}

async function signUp(app: App, call: Call<unknown, unknown, unknown, z.output<typeof SignUpRequest>>) {
  if (app.config.signup === "closed")
    throw new ApiError("forbidden", "Sign-up is closed here; ask the operator for an account.");
  limitAddress(app, call.address, "sign-ups", app.config.signupLimit, hourMs);
  const { email, first_name: firstName, last_name: lastName } = call.body;
  const passwordHash = await app.access.passwords.hash(call.body.password);
  const now = app.clock();
  const id = uuidv7(now);
  try {
    const account = await app.database.transaction(async (tx) => {
      const user = await insertUser(
        tx,
        { id, email, firstName, lastName, role: "customer", passwordHash },
        now,
      );
      const product = await tx.get<{ credits_granted: number | null }>(
        sql`select credits_granted from product where id = ${trialProductId}`,
      );
      if (!product) throw new ApiError("conflict", "There is no trial product here; ask the operator.");
      const made = await insertSubscription(
        tx,
        app.access.vault,
        {
          ownerId: id,
          productId: trialProductId,
          displayName: "Trial",
          credits: product.credits_granted,
          actor: id,
        },
        now,
      );
      return { user: publicUser(user), ...made };
    });
    return json(account, noStore);
  } catch (error) {
    if (error instanceof UniqueViolation) throw new ApiError("conflict", "This e-mail has an account.");
    throw error;
  }
}

async function logOut(app: App, call: Call) {
  if (call.caller.kind === "user")
    await app.database.run(sql`delete from access_token where digest = ${call.caller.digest}`);
  return json({ status: "success" });
}

async function checkEmail(app: App, call: Call<unknown, { email: string }>) {
  limitAddress(app, call.address, "e-mail checks", emailChecksPerMinute, minuteMs);
  const user = await findUserByEmail(app.database, call.query.email);
  return json({ email: call.query.email, available: !user });
}
