import { hash } from "node:crypto";
import type { Context } from "../../calls/context.ts";
import type { Caller } from "../../http/caller.ts";
import { tooManyCalls } from "../../http/errors.ts";
import type { RateDecision } from "../../metering/rates/rate-limit.ts";
import { mailboxOf } from "./mailbox-of.ts";
import type { UserRow } from "./user-resource.ts";

/**
 * Mails to one mailbox that others cause, of all senders and kinds: they confirm an address that somebody entered, or
 * invite. Those of the account itself have other bounds, which these never use up.
 */
const perMailbox = [
  { calls: 5, renewal_period_s: 3600 },
  { calls: 10, renewal_period_s: 24 * 3600 },
] as const;

/**
 * Where a user is mailed what happens to its account: nowhere until its address is confirmed. It could be anybody's, whom
 * a stranger would send a mail with each sign-in and each new password.
 */
export const noticeAddressOf = (
  user: Pick<UserRow, "email" | "emailConfirmedAt"> | undefined,
): string | undefined => (user?.emailConfirmedAt ? user.email || undefined : undefined);

/** Links that confirm an address, of one account. */
const perSender = { calls: 5, renewal_period_s: 3600 } as const;

/** Whose mails to a mailbox are counted together: `own` are those that the account requests which signed up with it. */
export type MailCause = "others" | "own";

/** Counts a mail to an address, for all nodes, and decides whether it may be sent. */
export async function takeMail(
  { limits }: Context,
  address: string,
  cause: MailCause = "others",
): Promise<RateDecision> {
  // Windows are rows, which need no address.
  const mailbox = hash("sha256", mailboxOf(address), "base64url");
  let decision: RateDecision | undefined;
  for (const bound of perMailbox) {
    decision = await limits.rates.take(`mailbox/${cause}/${bound.renewal_period_s}/${mailbox}`, bound);
    if (!decision.admitted) break;
  }
  return decision!;
}

/** As `takeMail`; 429 if it may not be sent. */
export async function requireMail(context: Context, address: string, cause?: MailCause): Promise<void> {
  const { admitted, resetSeconds } = await takeMail(context, address, cause);
  if (!admitted)
    throw tooManyCalls(
      cause === "own"
        ? "This address has been sent as many confirmation links as its account may request. Nothing was changed."
        : "This address has been sent as many mails as others may cause. Nothing was changed.",
      resetSeconds,
    );
}

/** Counts a link that a user has mailed to an address of its own choice: 429 beyond its bound or the mailbox's. */
export async function requireConfirmation(
  context: Context,
  caller: Caller,
  address: string,
  cause?: MailCause,
): Promise<void> {
  if (caller.kind !== "user") return;
  const name = `user/confirmations/${caller.personId}`;
  const { admitted, resetSeconds } = await context.limits.rates.take(name, perSender);
  if (!admitted) throw tooManyCalls("Too many confirmation links were requested.", resetSeconds);
  await requireMail(context, address, cause);
}
