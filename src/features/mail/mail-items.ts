import { hourMs } from "../../base/durations.ts";
import { counted } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { InboxItem } from "../../running/inbox-item.ts";
import { open } from "./sending/mail-rows.ts";

const lateMs = hourMs;
const settings = { kind: "mail", permission: "service.view" } as const;

/** Mails that have waited for an hour, and addresses that refuse mail. */
export async function mailItems(db: Queries, now: number): Promise<InboxItem[]> {
  const { late, since, refusing, refused_at } = (await db.get<{
    late: number;
    since: number | null;
    refusing: number;
    refused_at: number | null;
  }>(sql`
    select (select count(*) from mail where ${open} and created_at <= ${now - lateMs}) as late,
      (select min(created_at) from mail where ${open}) as since,
      (select count(*) from mail_address) as refusing, (select max(refused_at) from mail_address) as refused_at`))!;
  const items: InboxItem[] = [];
  if (late > 0)
    items.push({
      ...settings,
      id: "mail-late",
      code: "mail_late",
      values: { count: late },
      harm: "waits",
      since: since!,
      found: `${counted(late, "mail")} not sent for an hour`,
      consequence: "Links, invoices and notices do not arrive.",
      action: { code: "open_mail", object: "/mails" },
    });
  if (refusing > 0)
    items.push({
      ...settings,
      id: "mail-refused",
      code: "mail_refused",
      values: { count: refusing },
      since: refused_at!,
      found: refusing === 1 ? "1 address refuses mail" : `${refusing} addresses refuse mail`,
      consequence: "Nothing is sent there until the address is corrected or released.",
      action: { code: "open_addresses", object: "/mails/state" },
    });
  return items;
}
