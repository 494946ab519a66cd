import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { readMailState } from "../mail-state.ts";
import type { Sending } from "../mails.ts";
import { open } from "../sending/mail-rows.ts";

const markedMax = 100;

export const ShownState = z
  .object({
    sender: z
      .object({ name: z.string(), address: z.string().describe("The address in `From`.") })
      .nullable()
      .describe("Null if the service sends no mail."),
    waiting: z.int().describe("Mails that are to be sent, deferred ones included."),
    deferred: z.int().describe("Mails that the server did not take yet."),
    oldest_due_seconds: z.int().describe("How long the oldest mail that is due has waited."),
    queue: z
      .array(
        z.object({
          kind: z.string().describe("The kind of the mails."),
          waiting: z.int().describe("How many are to be sent."),
          oldest_due_at: z.iso.datetime().describe("When the first of them is due."),
        }),
      )
      .describe("What waits, by kind."),
    sent_this_month: z.int().describe("Mails of this calendar month, UTC, that were sent."),
    sent_at_first_attempt: z.int().describe("Those of them that the server took at the first attempt."),
    marked_count: z.int().describe("Addresses that refuse mail."),
    marked: z
      .array(
        z.object({
          address: z.string().describe("The address."),
          response: z.string().describe("What the mail server responded."),
          refused_at: z.iso.datetime().describe("When it refused the address."),
          user_id: z.string().nullable().describe("Whose address it is; null if it is no account's."),
        }),
      )
      .describe(`Addresses that refuse mail, the latest ${markedMax}.`),
  })
  .meta({ id: "MailState" });

export async function readShownState(
  { database, clock }: Context,
  sending: Sending | undefined,
): Promise<z.output<typeof ShownState>> {
  const now = clock();
  const { waiting, deferred, lateMs, marked } = await readMailState(database, now);
  const queue = await database.all<{ kind: string; waiting: number; due: number }>(sql`
    select kind, count(*) as waiting, min(due_at) as due from mail where ${open} group by kind order by kind`);
  const sent = await database.get<{ sent: number; first: number }>(sql`
    select count(*) as sent, coalesce(sum(case when attempts = 1 then 1 else 0 end), 0) as first from mail
    where state = 'sent' and created_at >= ${monthStart(now)}`);
  const rows = await database.all<{
    address: string;
    response: string;
    refused_at: number;
    user_id: string | null;
  }>(sql`
    select m.address, m.response, m.refused_at, u.id as user_id
    from mail_address m left join app_user u on u.email_key = m.address_key
    order by m.refused_at desc, m.address limit ${markedMax}`);
  const from = sending?.mail.from;
  return {
    sender: from ? { name: from.name, address: from.address } : null,
    waiting,
    deferred,
    oldest_due_seconds: Math.round(lateMs / 1000),
    queue: queue.map((one) => ({ kind: one.kind, waiting: one.waiting, oldest_due_at: isoTime(one.due) })),
    sent_this_month: sent!.sent,
    sent_at_first_attempt: sent!.first,
    marked_count: marked,
    marked: rows.map(({ address, response, refused_at, user_id }) => ({
      address,
      response,
      refused_at: isoTime(refused_at),
      user_id,
    })),
  };
}

function monthStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
