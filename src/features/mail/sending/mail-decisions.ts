import { hash } from "node:crypto";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import type { Restoring } from "../../../decisions/restoring.ts";
import { emailKey } from "../../../management/common/user-resource.ts";
import { waitingRows, writtenBefore } from "../../../outbox/waiting-rows.ts";
import { ownKinds } from "../texts/account-kinds.ts";
import { open, refusals } from "./mail-rows.ts";

/** A mail of which nothing stays when it has been sent: its account is no more. */
export const leavesNothing = "account_erased";

/** Mails that a server took. */
const sent: DecisionKind<{ readonly mails: readonly string[] }> = {
  name: "mail",
  group: "sent",
  shown: "mails sent",
  unconfirmed: "done",
  async replay(tx, { mails }, { at }) {
    let count = await tx.run(sql`delete from mail where id in (${list(mails)}) and kind = ${leavesNothing}`);
    count += await tx.run(sql`
      update mail set state = 'sent', sealed = null, sent_at = ${at} where id in (${list(mails)}) and ${open}`);
    for (const id of mails) count += await noteSent(tx, id, at);
    return count;
  },
};

/** Notes a mail that has not been made of its event again. To whom it was sent is not known. */
function noteSent(tx: Queries, id: string, at: number): Promise<number> {
  const [event = "", kind = ""] = id.split(".");
  return tx.run(sql`
    insert into mail (id, kind, event_id, user_id, address, state, attempts, due_at, created_at, sent_at)
    select cast(${id} as text), cast(${kind} as text), event_id, user_id, '', 'sent', 1, ${at}, ${at}, ${at}
    from outbox_event where event_id = ${event} and mailed = 0 on conflict (id) do nothing`);
}

/** An address that refuses mail. Its user names it, if it has one. */
interface Refusal {
  readonly user: string | null;
  readonly digest: string;
}

const refused: DecisionKind<Refusal> = {
  name: "mail-refused",
  group: "sent",
  shown: "addresses that refused mail",
  unconfirmed: "done",
  async replay(tx, { user, digest }, { at }) {
    const isUsers = user === null ? sql`user_id is null` : sql`user_id = ${user}`;
    const known = await tx.all<{ address: string }>(sql`
      select email as address from app_user where id = ${user}
      union select address from mail where ${isUsers}`);
    const found = known.find(({ address }) => digestOf(emailKey(address)) === digest);
    if (!found) return 0;
    const { address } = found;
    const response = "It refused mail before the restore.";
    return refusals.add(tx, [{ addressKey: emailKey(address), address, response, refusedAt: at }]);
  },
};

/** Mails and marks of an account that was erased. */
const erased: DecisionKind<Refusal> = {
  name: "mail-erased",
  group: "erased",
  shown: "mails of erased accounts",
  unconfirmed: "done",
  async replay(tx, { user, digest }) {
    const marks = await tx.all<{ address_key: string }>(sql`select address_key from mail_address`);
    const own = marks.find(({ address_key: key }) => digestOf(key) === digest);
    return deleteMails(tx, user!, own?.address_key ?? null);
  },
};

async function deleteMails(tx: Queries, user: string, addressKey: string | null): Promise<number> {
  const marks = await tx.run(sql`delete from mail_address where address_key = ${addressKey}`);
  return marks + (await tx.run(sql`delete from mail where user_id = ${user}`));
}

const digestOf = (addressKey: string): string => hash("sha256", `mail address ${addressKey}`, "base64url");

export const decideSent = (tx: Queries, id: string): void => decide(tx, sent, { mails: [id] });

export const decideRefused = (tx: Queries, user: string | null, addressKey: string): void =>
  decide(tx, refused, { user, digest: digestOf(addressKey) });

/** Deletes the mails of an account that is erased, and the mark of its address. */
export async function eraseMails(tx: Queries, user: string): Promise<void> {
  const row = await tx.get<{ email_key: string | null }>(
    sql`select email_key from app_user where id = ${user}`,
  );
  const key = row?.email_key ?? null;
  await deleteMails(tx, user, key);
  decide(tx, erased, { user, digest: digestOf(key ?? "") });
}

/** The kinds whose links a new epoch ends. */
const linkKinds = Object.entries(ownKinds).flatMap(([kind, { sample }]) => ("token" in sample ? [kind] : []));

export const mailRestoring: Restoring = {
  kinds: [sent, refused, erased],
  async epochBegins(tx) {
    await tx.run(sql`
      update mail set state = 'failed', sealed = null, response = 'Not sent, its link ended with a restore.'
      where kind in (${list(linkKinds)}) and ${open}`);
    await tx.run(sql`
      update mail set state = 'failed', sealed = null, response = 'Not sent, its account left the address.'
      where user_id in (select id from app_user where email = '') and ${open}`);
  },
  waiting: [
    waitingRows({
      shown: "events without mails",
      table: "outbox_event",
      where: (before) => sql`mailed = 0 and ${writtenBefore(before)}`,
      drop: () => sql`mailed = 1`,
    }),
    waitingRows({
      shown: "mails",
      table: "mail",
      where: (before) => sql`${open} and created_at < ${before}`,
      drop: () =>
        sql`state = 'failed', sealed = null, response = 'Not sent, it was dropped after a restore.'`,
    }),
  ],
};
