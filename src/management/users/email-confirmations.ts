import { z } from "zod";
import { type AuditContext, recordAudit } from "../../access/audit.ts";
import { digestToken, mintToken, plausibleToken } from "../../access/tokens.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { ApiError, tooManyCalls } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import type { Mailer } from "../../outbox/account-mails.ts";
import { mailerOf } from "../../running/opened.ts";
import { auditContext } from "../common/audit-context.ts";
import { lockUser, type UserRow } from "../common/user-resource.ts";
import { authBodyBytesMax, limitMailRequests, limitSignIns } from "./address-limits.ts";

const confirmationMs = dayMs;
/** Links that an account requests. */
const resends = { calls: 5, renewal_period_s: 3600 } as const;

export const ConfirmRequest = z
  .strictObject({ confirm_token: secret(z.string().max(256)).describe("What follows the # of the link.") })
  .meta({ id: "ConfirmRequest", example: { confirm_token: `vgm_${"0".repeat(38)}` } });

const success = z.object({ status: z.literal("success") });

export const emailConfirmationEndpoints = [
  endpoint({
    id: "confirmEmail",
    method: "POST",
    path: "/auth/confirm",
    tag: "Auth",
    summary: "Confirm an email address with the token of a mailed link",
    description: "A link is valid once, for 24 hours. `Authorization` takes the public client token.",
    audience: "client",
    body: ConfirmRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitSignIns },
    response: success,
    errors: ["forbidden", "rate_limited"],
    extension: true,
    handle: confirmEmail,
  }),
  endpoint({
    id: "sendConfirmation",
    method: "POST",
    path: "/auth/confirm/send",
    tag: "Auth",
    summary: "Send the link that confirms the email address again",
    description: `The previous link ends. At most ${resends.calls} per hour. 409 if the address is confirmed, or if the service sends no mail. No body is read.`,
    audience: "customer",
    permission: "self.change",
    limits: { address: limitMailRequests },
    response: success,
    errors: ["conflict", "forbidden", "rate_limited"],
    extension: true,
    handle: sendConfirmation,
  }),
];

/** Replaces the confirmation link of an account whose address is not confirmed, and mails it. */
export async function writeConfirmation(
  tx: Queries,
  mailer: Mailer,
  { id, email }: Pick<UserRow, "id" | "email">,
  now: number,
): Promise<void> {
  const token = mintToken("vgm");
  await tx.run(sql`
    insert into email_confirmation (user_id, digest, expires_at)
    values (${id}, ${digestToken(token)}, ${now + confirmationMs})
    on conflict (user_id) do update set digest = excluded.digest, expires_at = excluded.expires_at`);
  await mailer.write(tx, now, { userId: id, address: email }, { kind: "confirm_address", data: { token } });
}

/** Notes that an account receives mail at its address. */
export async function noteConfirmed(
  tx: Queries,
  mailer: Mailer | undefined,
  userId: string,
  audit: AuditContext,
): Promise<void> {
  const user = await tx.get<UserRow>(sql`
    update app_user set email_confirmed_at = ${audit.at}, updated_at = ${audit.at}
    where id = ${userId} and email_confirmed_at is null returning *`);
  await tx.run(sql`delete from email_confirmation where user_id = ${userId}`);
  if (!user) return;
  await mailer?.addressConfirmed(tx, user.email);
  await recordAudit(tx, { ...audit, action: "user.confirm_email", object: `/users/${userId}` });
}

async function confirmEmail(
  context: Context,
  call: Call<unknown, unknown, unknown, z.output<typeof ConfirmRequest>>,
) {
  const { confirm_token: token } = call.body;
  const audit = auditContext(context, call);
  const refused = new ApiError(
    "forbidden",
    "The confirmation link is invalid, used or expired. Sign in and send a new one.",
  );
  if (!plausibleToken(token)) throw refused;
  return call.change(async (tx) => {
    const used = await tx.get<{ user_id: string }>(sql`
      delete from email_confirmation where digest = ${digestToken(token)} and expires_at > ${audit.at}
      returning user_id`);
    if (!used) throw refused;
    await noteConfirmed(tx, mailerOf(context), used.user_id, audit);
    return json({ status: "success" });
  });
}

async function sendConfirmation(context: Context, call: Call) {
  const mailer = mailerOf(context);
  if (!mailer) throw new ApiError("conflict", "This service sends no mail.");
  const { caller } = call;
  if (caller.kind !== "user") throw new ApiError("forbidden", "Sign in as the user whose address it is.");
  const { admitted, resetSeconds } = await context.limits.rates.take(
    `user/confirmations/${caller.personId}`,
    resends,
  );
  if (!admitted) throw tooManyCalls("Too many confirmation links were requested.", resetSeconds);
  const now = context.clock();
  return call.change(async (tx) => {
    const user = await lockUser(tx, caller.personId);
    if (!user || user.email_confirmed_at !== null)
      throw new ApiError("conflict", "The email address is confirmed. No mail was sent.");
    await writeConfirmation(tx, mailer, user, now);
    return json({ status: "success" });
  });
}
