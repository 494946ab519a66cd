import { z } from "zod";
import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import type { Mailer } from "../../outbox/account-mails.ts";
import { mailerOf } from "../../running/opened.ts";
import { auditContext } from "../common/audit-context.ts";
import { emailAddress, findUserByEmail } from "../common/user-resource.ts";
import { authBodyBytesMax, limitMailRequests } from "./address-limits.ts";
import { mailboxOf } from "./mailbox.ts";
import { insertResetLink } from "./password-resets.ts";

/** Links that are mailed to one mailbox, whoever requests them. */
const perMailbox = { calls: 3, renewal_period_s: 3600 } as const;

export const ForgotRequest = z
  .strictObject({ email: emailAddress })
  .meta({ id: "ForgotRequest", example: { email: "lena@acmefleet.example" } });
type ForgotCall = Call<unknown, unknown, unknown, z.output<typeof ForgotRequest>>;

export const forgottenPasswordEndpoints = [
  endpoint({
    id: "forgotPassword",
    method: "POST",
    path: "/auth/forgot",
    tag: "Auth",
    summary: "Mail a link for a new password to an account's address",
    description:
      "The response is always the same, whether or not there is an account. At most 3 links per hour are sent to a mailbox. 409 if the service sends no mail. `Authorization` takes the public client token.",
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
  if (!mailer)
    throw new ApiError("conflict", "This service sends no mail. Ask the operator for a reset link.");
  // After the response: its time would show whether there is an account.
  systemTiming.after(0, () => {
    mailLink(context, mailer, call).catch((error: unknown) =>
      context.log.error("cannot mail a reset link", errorFields(error)),
    );
  });
  return json({ status: "success" });
}

async function mailLink(context: Context, mailer: Mailer, call: ForgotCall): Promise<void> {
  const { database, limits } = context;
  const { email } = call.body;
  const audit = auditContext(context, call);
  const { admitted } = await limits.rates.take(`mailbox/resets/${mailboxOf(email)}`, perMailbox);
  const user = admitted ? await findUserByEmail(database, email) : undefined;
  if (user?.state !== "active") return;
  await database.transaction(async (tx) => {
    const { reset_token: token } = await insertResetLink(tx, context.config, user.id, audit);
    const to = { userId: user.id, address: user.email };
    await mailer.write(tx, audit.at, to, { kind: "reset_password", data: { token } });
  });
}
