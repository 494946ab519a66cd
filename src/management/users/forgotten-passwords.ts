import { z } from "zod";
import { auditContext, recordAudit } from "../../access/audit.ts";
import { isKnownAddress } from "../../access/known-addresses.ts";
import { insertMailedLink } from "../../access/links/reset-links.ts";
import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import type { Mailer } from "../../outbox/account-mails.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { mailboxOf } from "../common/mailbox-of.ts";
import { emailAddress, findUserByEmail, lockUser, type UserRow } from "../common/user-resource.ts";
import { authBodyBytesMax, limitMailRequests } from "./address-limits.ts";

/** Links that are mailed to one mailbox: as many whoever requests them, and as many from addresses that its user has used. */
const perMailbox = { calls: 3, renewal_period_s: 3600 } as const;

export const ForgotRequest = z
  .strictObject({ email: emailAddress })
  .meta({ id: "ForgotRequest", example: { email: "lena@acmefleet.example" } });
type ForgotCall = BodyCall<typeof ForgotRequest>;

export const forgottenPasswordEndpoints = [
  endpoint({
    id: "forgotPassword",
    method: "POST",
    path: "/auth/forgot",
    tag: "Auth",
    summary: "Mail a link for a new password to an account's address",
    description:
      "The response is always the same, whether or not there is an account. At most 3 links per hour are sent to a mailbox, and 3 more if they are requested where its user has signed in before, but none to a new address of an account until it is confirmed; at most 5 are valid at a time, each for 24 hours. 409 if the service sends no mail. `Authorization` takes the public client token.",
    audience: "client",
    body: ForgotRequest,
    limits: { bodyBytes: authBodyBytesMax, address: limitMailRequests },
    response: z.object({ status: z.literal("success") }),
    errors: ["conflict", "rate_limited"],
    extension: true,
    handle: forgotPassword,
  }),
];

function forgotPassword(context: Context, call: ForgotCall) {
  const mailer = mailerOf(context);
  if (!mailer) throw conflict("This service sends no mail. Ask the operator for a reset link.");
  // After the response: its time would show whether there is an account.
  systemTiming.after(0, () => {
    mailLink(context, mailer, call).catch((error: unknown) =>
      context.log.error("cannot mail a reset link", errorFields(error)),
    );
  });
  return json({ status: "success" });
}

/**
 * Whether a reset link is mailed to a user's address: not to a new address of a proved account until it is confirmed. It
 * can be somebody else's, who would share the account with whoever gave it, or take it.
 */
const receivesLinks = ({ state, emailConfirmedAt, provedAt }: UserRow): boolean =>
  state === "active" && (emailConfirmedAt !== null || provedAt === null);

async function mailLink(context: Context, mailer: Mailer, call: ForgotCall): Promise<void> {
  const { database, limits } = context;
  const { email } = call.body;
  const audit = auditContext(context, call);
  const found = await findUserByEmail(database, email);
  const isKnown = found !== undefined && (await isKnownAddress(database, found.id, call.address));
  // Strangers cannot use up what the user requests where it has signed in before.
  const share = isKnown ? `user/resets/${found.id}` : `mailbox/resets/${mailboxOf(email)}`;
  const { admitted } = await limits.rates.take(share, perMailbox);
  if (!admitted || !found) return;
  await database.transaction(async (tx) => {
    // With the user locked: an event that ends links is as a whole before or after it.
    const user = await lockUser(tx, found.id);
    if (user?.emailKey !== found.emailKey || !receivesLinks(user)) return;
    const made = await insertMailedLink(tx, user.id, isKnown ? "known" : "other", audit.at);
    if (!made) return;
    await recordAudit(tx, { ...audit, action: "user.create_reset_link", object: `/users/${user.id}` });
    const to = { userId: user.id, address: user.email };
    await mailer.write(tx, audit.at, to, { kind: "reset_password", data: { token: made.token } });
  });
}
