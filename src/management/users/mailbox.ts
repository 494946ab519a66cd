import { hash } from "node:crypto";
import { type AuditContext, actorName, recordAudit } from "../../access/audit.ts";
import { dayMs } from "../../base/durations.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import { conflict } from "../../http/errors.ts";
import { setUnlimited } from "../../metering/credits/balance-states.ts";
import { enterGrant } from "../../metering/credits/grants/enter-grants.ts";
import { mailboxFormsOf, mailboxOf } from "../common/mailbox-of.ts";
import { emailKey, type UserRow } from "../common/user-resource.ts";
import { trialProductId } from "../products/products.ts";
import { firstCredits, passChange } from "../subscriptions/granting-features.ts";
import { findProduct } from "../subscriptions/subscription-creation.ts";
import { lockSubscription } from "../subscriptions/subscription-resource.ts";

const taken = () => conflict("An account with this email already exists.");

/** Whether somebody has signed up with the mailbox, has an account of its plain address, or may take it back. */
export async function isMailboxTaken(db: Queries, email: string): Promise<boolean> {
  const mailboxes = mailboxFormsOf(email);
  const found = await db.get(sql`
    select 1 as found from trial_mailbox where mailbox in (${list(mailboxes)})
    union all select 1 from app_user where email_key in (${list([...mailboxes, emailKey(email)])})
    union all select 1 from address_return where email_key = ${emailKey(email)} limit 1`);
  return found !== undefined;
}

/** Notes that a mailbox has signed up. Throws 409 if it has already, `UniqueViolation` if it does at the same time. */
export async function takeMailbox(tx: Queries, email: string, userId: string): Promise<void> {
  if (await isMailboxTaken(tx, email)) throw taken();
  await tx.run(sql`insert into trial_mailbox (mailbox, user_id) values (${mailboxOf(email)}, ${userId})`);
}

/** Whether an account has signed up with its present mailbox: no other account can while it stays. */
export async function hasSignedUpWith(
  db: Queries,
  { id, email }: Pick<UserRow, "id" | "email">,
): Promise<boolean> {
  const found = await db.get(sql`
    select 1 as found from trial_mailbox
    where mailbox in (${list(mailboxFormsOf(email))}) and user_id = ${id}`);
  return found !== undefined;
}

/** For so long a mailbox gets no second trial after its account was closed. */
export const closedKeptDays = 730;

/** It is only compared, so a digest suffices. */
const closedDigest = (mailbox: string): string => hash("sha256", `closed mailbox ${mailbox}`, "hex");

/** Closes the trial of a mailbox, also for accounts that a restore may have lost: a mailbox has one trial. */
export const mailboxesClosed: DecisionKind<{ readonly digest: string }> = {
  name: "mailbox",
  group: "erased",
  shown: "mailboxes closed",
  unconfirmed: "done",
  replay: (tx, { digest }, { at }) =>
    tx.run(sql`
      insert into closed_mailbox (digest, closed_at) values (${digest}, ${at})
      on conflict (digest) do update set closed_at = excluded.closed_at where closed_mailbox.closed_at < ${at}`),
};

/** Replaces the mailbox of a deleted account by its digest. */
export async function closeMailbox(tx: Queries, userId: string, now: number): Promise<void> {
  const hadNone = await tx.run(sql`delete from waiting_trial where user_id = ${userId}`);
  await freeMailbox(tx, userId, hadNone > 0, now);
}

/**
 * Lets the owner of a mailbox sign up whose address an account has left without proof that it receives mail there: a
 * stranger entered it. The credits that the account may have had are not given again.
 */
export async function leaveMailbox(tx: Queries, userId: string, now: number): Promise<void> {
  const waiting = await tx.get(sql`select 1 as found from waiting_trial where user_id = ${userId}`);
  await freeMailbox(tx, userId, waiting !== undefined, now);
}

async function freeMailbox(tx: Queries, userId: string, hadNone: boolean, now: number): Promise<void> {
  const taken = await tx.all<{ mailbox: string }>(
    sql`delete from trial_mailbox where user_id = ${userId} returning mailbox`,
  );
  // A stranger may have entered the address: its owner keeps the trial.
  if (hadNone) return;
  for (const { mailbox } of taken) {
    const digest = closedDigest(mailbox);
    await tx.run(sql`
      insert into closed_mailbox (digest, closed_at) values (${digest}, ${now})
      on conflict (digest) do update set closed_at = excluded.closed_at`);
    decide(tx, mailboxesClosed, { digest });
  }
}

/** Whether an account that had trial credits was closed, or left the mailbox without a proof of it, within two years. */
export async function hadTrial(tx: Queries, email: string): Promise<boolean> {
  const digests = mailboxFormsOf(email).map(closedDigest);
  return (
    (await tx.get(sql`select 1 as found from closed_mailbox where digest in (${list(digests)})`)) !==
    undefined
  );
}

export async function purgeClosedMailboxes(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from closed_mailbox where closed_at <= ${now - closedKeptDays * dayMs}`);
}

/** Lets the trial credits of a new account wait until its address is confirmed (`VINGATE_TRIAL`). */
export const waitForTrial = (tx: Queries, userId: string, subscriptionId: string): Promise<number> =>
  tx.run(sql`insert into waiting_trial (user_id, subscription_id) values (${userId}, ${subscriptionId})`);

/**
 * Gives a locked user whose address has just been confirmed the trial credits that waited for it, once. None if its
 * mailbox had them by another account: the address can be another one than that of the sign-up.
 */
export async function giveTrial(
  tx: Queries,
  { running }: Pick<Context, "running">,
  { id, email }: Pick<UserRow, "id" | "email">,
  audit: AuditContext,
): Promise<void> {
  const waiting = await tx.get<{ subscription_id: string }>(sql`
    delete from waiting_trial where user_id = ${id} returning subscription_id`);
  if (!waiting) return;
  const row = await lockSubscription(tx, waiting.subscription_id);
  const product = await findProduct(tx, trialProductId);
  if (!row || !product || row.productId !== product.id || row.state === "cancelled") return;
  const isSecond = (await isTrialOfOther(tx, email, id)) || (await hadTrial(tx, email));
  const comment = isSecond ? "Another account of this address had the trial credits." : null;
  await tx.run(sql`update subscription set state_comment = ${comment} where id = ${row.id}`);
  if (isSecond) return;
  await tx.run(sql`
    insert into trial_mailbox (mailbox, user_id) values (${mailboxOf(email)}, ${id}) on conflict (mailbox) do nothing`);
  const credits = await firstCredits(tx, running, product);
  const [grantId, actor] = [uuidv7(audit.at), actorName(audit.actor)];
  const change = { id: grantId, subscriptionId: row.id, at: audit.at, actor };
  if (credits === null) await setUnlimited(tx, { ...change, unlimited: true });
  else if (credits > 0)
    await enterGrant(
      tx,
      { id: grantId, subscriptionId: row.id, source: "trial", credits },
      { reason: null, actor },
    );
  await passChange(tx, running, { subscriptionId: row.id, isStart: row.state === "active", audit });
  await recordAudit(tx, {
    ...audit,
    action: "subscription.give_trial",
    object: `/subscriptions/${row.id}`,
    after: { credits },
  });
}

async function isTrialOfOther(tx: Queries, email: string, userId: string): Promise<boolean> {
  const found = await tx.get(sql`
    select 1 as found from trial_mailbox
    where mailbox in (${list(mailboxFormsOf(email))}) and user_id <> ${userId}`);
  return found !== undefined;
}
