import { type AuditContext, auditContext, recordAudit, replayAudit } from "../../access/audit.ts";
import { endTokens } from "../../access/ended-tokens.ts";
import { requireStandingHere } from "../../access/entered.ts";
import { keysEnded } from "../../access/keys/ended-keys.ts";
import { forgetAddresses } from "../../access/known-addresses.ts";
import { dayMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import { type Answer, type Call, json } from "../../http/endpoint.ts";
import { setActive } from "../../metering/credits/balance-states.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { credentialsEnded } from "../../running/credentials-ended.ts";
import { waitingKind } from "../../running/waiting-kind.ts";
import { adjustTotals, type TotalName } from "../common/list-totals.ts";
import {
  lockUser,
  ownSession,
  shownUser,
  type UserRow,
  userMissing,
  users,
} from "../common/user-resource.ts";
import { passChange } from "../subscriptions/granting-features.ts";
import type { SubscriptionState } from "../subscriptions/subscription-states.ts";
import { closeMailbox } from "./mailbox.ts";
import { requireOwnerLeft } from "./operator-roles.ts";
import { requireOwnedByOthers } from "./organization-owners.ts";

/** How an account is erased. */
interface Erasure {
  readonly id: string;
  /** Called with the locked account. Throws if it may not be erased. */
  check?(before: UserRow): void;
  shown(after: UserRow): Answer;
}

/** Deletes an account. Repeating it changes nothing. */
export function deleteUser(context: Context, call: Call<{ user_id: string }>): Promise<Answer> {
  return eraseUser(context, call, {
    id: call.params.user_id,
    shown: (after) => json(shownUser(after, call.caller)),
  });
}

/** Erases an account: its id, ledger and reports stay, its personal data is removed. */
export async function eraseUser(context: Context, call: Call, { id, check, shown }: Erasure) {
  const audit = auditContext(context, call);
  const answer = await call.change(async (tx) => {
    const before = await lockUser(tx, id);
    if (!before) throw userMissing(id);
    check?.(before);
    if (before.state === "deleted") return shown(before);
    // A member that closes its organization is none afterwards.
    if (call.caller.kind === "user" && call.caller.userId === id) await requireStandingHere(tx, call.caller);
    await requireOwnerLeft(tx, before, { ...before, state: "deleted" });
    await requireOwnedByOthers(tx, id);
    const { after, totals } = await eraseLocked(tx, context, before, audit);
    // After all other mails to the account were deleted.
    if (before.emailConfirmedAt !== null)
      await mailerOf(context)?.write(
        tx,
        audit.at,
        { userId: null, address: before.email },
        { kind: "account_erased", data: { language: before.language } },
      );
    // Without the former values, as its earlier entries now are: the log is kept for 400 days.
    await recordAudit(tx, { ...audit, action: "user.delete", object: `/users/${id}` });
    await adjustTotals(tx, totals);
    return shown(after);
  });
  // Also for a repeated call, because an earlier one may have been cut short.
  await context.requestLog.blankAddresses(id);
  return answer;
}

/** Accounts that were erased, by what features delete of them, too. */
export const accountsErased = waitingKind<{ readonly user: string }>({
  name: "account",
  group: "erased",
  shown: "accounts erased",
});

/** Erases the accounts again that a restore brought back, without mails and entries of the audit log. */
export function eraseAgain(context: Context): Promise<void> {
  const { database, requestLog } = context;
  return accountsErased.finish(database, async ({ user }, at) => {
    await database.transaction(async (tx) => {
      const before = await lockUser(tx, user);
      if (!before || before.state === "deleted") return;
      const { totals } = await eraseLocked(tx, context, before, replayAudit(at));
      await adjustTotals(tx, totals);
    });
    await requestLog.blankAddresses(user);
  });
}

/** Erases a locked account; resolves to its row and the changes of the totals. */
async function eraseLocked(
  tx: Queries,
  context: Context,
  { id, state }: UserRow,
  audit: AuditContext,
): Promise<{ readonly after: UserRow; readonly totals: readonly [TotalName, number][] }> {
  const totals = await endSubscriptions(tx, context, id, audit);
  // Sessions of members stay: their next call is refused with a reason, and can choose another account.
  await endTokens(tx, sql`account_id = ${id} and kind = 'vgt'`);
  await tx.run(sql`delete from member where user_id = ${id} or organization_id = ${id}`);
  await credentialsEnded(tx, context, { userId: id, session: ownSession(audit.actor, id) }, "userDeleted");
  await forgetAddresses(tx, id);
  for (const one of context.running) await one.userDeleted?.(tx, id);
  await tx.run(sql`delete from user_word where user_id = ${id}`);
  await tx.run(sql`delete from user_note where user_id = ${id}`);
  await tx.run(sql`delete from inbox_item where account_id = ${id}`);
  await closeMailbox(tx, id, audit.at);
  await tx.run(sql`update audit_log set before = null, after = null where object = ${`/users/${id}`}`);
  const erasing = sql`
    update app_user set state = 'deleted', email = '', email_key = null, first_name = '', last_name = '',
      password_hash = null, attributes = '{}', note = null, updated_at = ${audit.at}
    where id = ${id} returning ${users.columns}`;
  const after = await users.get(tx, erasing);
  decide(tx, accountsErased, { user: id });
  return { after: after!, totals: [...totals, [`user/${state}`, -1], ["user/deleted", 1]] };
}

const lateMs = dayMs;

/** Calls in flight when their account was deleted, or applied late by another node. */
export async function blankLateAddresses({ database, requestLog }: Context, now: number): Promise<void> {
  const gone = await database.all<{ id: string }>(sql`
    select id from app_user where state = 'deleted' and updated_at > ${now - lateMs}`);
  for (const { id } of gone) await requestLog.blankAddresses(id);
}

/** Cancels all subscriptions and revokes all keys; resolves to the changes of the totals. */
async function endSubscriptions(
  tx: Queries,
  { running }: Context,
  ownerId: string,
  audit: AuditContext,
): Promise<[TotalName, number][]> {
  const { at } = audit;
  const owned = await tx.all<{ id: string; state: SubscriptionState }>(sql`
    select id, state from subscription where owner_id = ${ownerId} and deleted_at is null order by id`);
  const ids = sql`select id from subscription where owner_id = ${ownerId}`;
  await keysEnded.end(tx, sql`subscription_id in (${ids})`);
  for (const { id } of owned) await setActive(tx, id, false);
  await tx.run(sql`
    update subscription set ended_at = case when state = 'cancelled' then ended_at else ${at} end,
      state = 'cancelled', state_comment = null, display_name = 'Deleted account'
    where owner_id = ${ownerId} and deleted_at is null`);
  for (const { id } of owned) await passChange(tx, running, { subscriptionId: id, isStart: false, audit });
  return owned.flatMap(({ state }): [TotalName, number][] => [
    [`subscription/${state}`, -1],
    ["subscription/cancelled", 1],
  ]);
}
