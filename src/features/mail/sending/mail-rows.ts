import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";

export const mailStates = ["pending", "deferred", "sent", "failed"] as const;

export interface MailRow {
  readonly id: string;
  readonly kind: string;
  readonly event_id: string | null;
  readonly user_id: string | null;
  readonly address: string;
  readonly state: (typeof mailStates)[number];
  readonly attempts: number;
  readonly due_at: number;
  readonly response: string | null;
  readonly sealed: Uint8Array | null;
  readonly created_at: number;
  readonly sent_at: number | null;
}

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
export const findOpen = (db: Queries, id: string): Promise<MailRow | undefined> =>
  db.get<MailRow>(sql`select * from mail where id = ${id} and ${open}`);

export const findMail = (db: Queries, id: string): Promise<MailRow | undefined> =>
  db.get<MailRow>(sql`select * from mail where id = ${id}`);
