import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { open } from "./sending/mail-rows.ts";

/** How far the sending of mails is behind, and what refuses it. */
export interface MailState {
  /** Mails that are to be sent, deferred ones included. */
  readonly waiting: number;
  readonly deferred: number;
  /** Milliseconds since the oldest mail that is due should have been sent; 0 if none is due. */
  readonly lateMs: number;
  readonly marked: number;
}

export async function readMailState(db: Queries, now: number): Promise<MailState> {
  const row = await db.get<{ waiting: number; deferred: number; due: number | null; marked: number }>(sql`
    select (select count(*) from mail where ${open}) as waiting,
      (select count(*) from mail where state = 'deferred') as deferred,
      (select min(due_at) from mail where ${open}) as due,
      (select count(*) from mail_address) as marked`);
  const { waiting, deferred, due, marked } = row!;
  return { waiting, deferred, lateMs: due === null ? 0 : Math.max(0, now - due), marked };
}
