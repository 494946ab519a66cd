import { z } from "zod";
import { auditContext } from "../../access/audit.ts";
import { digestToken, mintToken, plausibleToken } from "../../access/tokens.ts";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type BodyCall, type Call, json } from "../../http/endpoint.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { secret } from "../../http/validation/secrets.ts";
import type { Mailer } from "../../outbox/account-mails.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { requireConfirmation } from "../common/mail-recipients.ts";
import { actsForItself, findUser, lockUser, type UserRow } from "../common/user-resource.ts";
import { authBodyBytesMax, limitMailRequests, limitSignIns } from "./address-limits.ts";
import { isOfEpoch } from "./begin-session.ts";
import { hasSignedUpWith } from "./mailbox.ts";
import { givenPassword, password } from "./new-password.ts";
import { requireCurrentPassword } from "./password-checks.ts";
import { proveMailbox, takeAccount } from "./taken-account.ts";

const confirmationMs = dayMs;

export const ConfirmRequest = z
  .strictObject({
    confirm_token: secret(z.string().max(256)).describe("What follows the # of the link."),
    password: givenPassword
      .optional()
      .describe("Of the account. Not needed with a session of it in `Authorization`."),
    new_password: password
      .optional()
      .describe(
        "In place of `password`, from somebody who did not make the account: it becomes the password, and everything by which one could enter before ends, keys too.",
      ),
  })
  .meta({ id: "ConfirmRequest", example: { confirm_token: `vgm_${"0".repeat(38)}` } });

const success = z.object({ status: z.literal("success") });

export const emailConfirmationEndpoints = [
  endpoint({
    id: "confirmEmail",
    method: "POST",
    path: "/auth/confirm",
    tag: "Auth",
    summary: "Confirm an email address with the token of a mailed link",
    description:
      "A link is valid once, for 24 hours. It needs a session of the account in `Authorization`, or with the public client token the account's password, or a new one: 403 without, and the link stays valid. The contact address of an organization needs the link alone. When an address is confirmed for the first time, all ends that was made before, except the session that confirms it and the keys.",
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
    // An operator adds the passkey that the service requires only when the mailbox is proved.
    effect: { itself: "prove", others: "change" },
    method: "POST",
    path: "/auth/confirm/send",
    tag: "Auth",
    summary: "Send the link that confirms the email address again",
    description:
      "The previous link ends. At most 5 per hour and 10 per day to the mailbox of the sign-up, and to another one no more than others may cause. 409 if the address is confirmed, or if the service sends no mail. No body is read.",
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

/** No one takes an account whose mailbox was proved before: a new address of it can be a mistyped one of another. */
const unproved = ({ provedAt }: UserRow) =>
  provedAt === null
    ? forbidden(
        "Enter the password of this account. If you did not make it, choose a new password: it becomes yours, and no one else can enter any more.",
        { members: { methods: ["password", "new_password"] } },
      )
    : forbidden("Enter the password of this account, or sign in to it.", {
        members: { methods: ["password"] },
      });

async function confirmEmail(context: Context, call: BodyCall<typeof ConfirmRequest>) {
  const { confirm_token: token, password: given, new_password: chosen } = call.body;
  const audit = auditContext(context, call);
  const refused = forbidden("The confirmation link is invalid, used or expired. Sign in and send a new one.");
  if (!plausibleToken(token)) throw refused;
  const live = sql`digest = ${digestToken(token)} and expires_at > ${audit.at}`;
  const found = await context.database.get<{ user_id: string }>(
    sql`select user_id from email_confirmation where ${live}`,
  );
  if (!found) throw refused;
  const { user_id: id } = found;
  const read = await findUser(context.database, id);
  if (!read) throw refused;
  // No one enters an organization by its contact address: that mail arrives is all that counts.
  const isOwn = read.kind === "organization" || actsForItself(call.caller, id);
  if (!isOwn && given !== undefined) await requireCurrentPassword(context, id, call, given, "password");
  else if (!isOwn && (chosen === undefined || read.provedAt !== null)) throw unproved(read);
  const isTaken = !isOwn && given === undefined;
  const hash = isTaken ? await context.identity.passwords.hash(chosen!) : undefined;
  return call.change(async (tx) => {
    const user = await lockUser(tx, id);
    const used = await tx.get(sql`delete from email_confirmation where ${live} returning user_id`);
    if (!used || !isOfEpoch(user, read)) throw refused;
    if (hash === undefined) await proveMailbox(tx, context, user, audit);
    else await takeAccount(tx, context, user, { by: "taker", passwordHash: hash }, audit);
    return json({ status: "success" });
  });
}

const isUnconfirmed = ({ emailConfirmedAt: confirmedAt, provedAt }: UserRow): boolean =>
  confirmedAt === null || provedAt === null;

const confirmed = () => conflict("The email address is confirmed. No mail was sent.");

async function sendConfirmation(context: Context, call: Call) {
  const mailer = mailerOf(context);
  if (!mailer) throw conflict("This service sends no mail.");
  const { caller } = call;
  if (caller.kind !== "user") throw forbidden("Sign in as the user whose address it is.");
  const own = await findUser(context.database, caller.personId);
  if (own && !isUnconfirmed(own)) throw confirmed();
  // What strangers cause must not keep the address of a sign-up from being confirmed.
  const isOfSignUp = own !== undefined && (await hasSignedUpWith(context.database, own));
  if (own) await requireConfirmation(context, caller, own.email, isOfSignUp ? "own" : "others");
  const now = context.clock();
  return call.change(async (tx) => {
    const user = await lockUser(tx, caller.personId);
    if (!user || !isUnconfirmed(user)) throw confirmed();
    await writeConfirmation(tx, mailer, user, now);
    return json({ status: "success" });
  });
}
