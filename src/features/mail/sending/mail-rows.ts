import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { bytes, initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

export const mailStates = ["pending", "deferred", "sent", "failed"] as const;

export const mails = new Table({
  name: "mail",
  as: "m",
  key: ["id"],
  members: {
    id: text,
    kind: text,
    eventId: initially(orNull(text), null),
    userId: orNull(text),
    address: text,
    state: initially(word(...mailStates), "pending"),
    attempts: initially(integer, 0),
    dueAt: integer,
    response: initially(orNull(text), null),
    sealed: initially(orNull(bytes), null),
    createdAt: integer,
    sentAt: initially(orNull(integer), null),
  },
});
export type Mail = Row<typeof mails>;

/** Addresses that refuse mail. */
export const refusals = new Table({
  name: "mail_address",
  as: "r",
  key: ["addressKey"],
  members: { addressKey: text, address: text, response: text, refusedAt: integer },
  fixed: ["address"],
});

export const open = sql`state in ('pending', 'deferred')`;

/** Names a mail's sealed data in the vault. */
export const mailContext = (id: string): string => `mail ${id}`;

/** A mail to send, and whose share of the connections it takes. */
export interface DueMail {
  readonly id: string;
  readonly account: string;
}

const perAccount = 20;

/** Mails that are due, but for busy accounts: of each its oldest ones, so that many of one account hide no other's. */
export function readDue(db: Queries, now: number, busy: readonly string[], most: number): Promise<DueMail[]> {
  return db.all<DueMail>(sql`
    select id, account from (
      select id, coalesce(user_id, address) as account, due_at,
        row_number() over (partition by coalesce(user_id, address) order by due_at, id) as turn
      from mail where ${open} and due_at <= ${now} and coalesce(user_id, address) not in (${list(["", ...busy])})) as candidate
    where turn <= ${perAccount} order by turn, due_at, id limit ${most}`);
}

/** A mail that is still to be sent. */
export const findOpen = async (db: Queries, id: string): Promise<Mail | undefined> =>
  (await mails.select(db, sql`where id = ${id} and ${open}`))[0];
