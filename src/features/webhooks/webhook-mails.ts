import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import type { EventData } from "../../outbox/events.ts";
import type { MailContent, MailKind, MailReader } from "../../outbox/mail-kinds.ts";
import { mailKind } from "../../outbox/mail-kinds.ts";
import { webhookWordings } from "./mail-texts.ts";

type Disabled = EventData["webhook.disabled"];

/** The mails of webhooks that fail. */
export const webhookMails: readonly MailKind<Context>[] = [
  mailKind<Context, "webhook.disabled">({
    id: "webhook_disabled",
    event: "webhook.disabled",
    title: "Webhook disabled",
    to: "customer",
    write: (_, data, reader) => contentOf(data, reader),
  }),
  mailKind<Context, "webhook.disabled">({
    id: "own_webhook_disabled",
    event: "webhook.disabled",
    title: "Operators' webhook disabled",
    to: "operators",
    async write({ database }, data, reader) {
      const owned = await database.get<{ user_id: string | null }>(
        sql`select user_id from webhook where id = ${data.webhook_id}`,
      );
      return owned?.user_id ? undefined : contentOf(data, reader);
    },
  }),
];

function contentOf({ url, failing_since }: Disabled, { timeZone, language }: MailReader): MailContent {
  const { say, timeIn } = webhookWordings[language];
  return {
    subject: say("A webhook is disabled"),
    before: [say("Its address has failed for a week, or returned 410. It gets no more events.")],
    rows: [
      { label: say("Address"), value: url },
      { label: say("Failing since"), value: timeIn(Date.parse(failing_since), timeZone) },
    ],
    button: { text: say("Open webhooks"), path: "/console/webhooks" },
    after: [say("Repair the address, enable the webhook, and send the missed events again.")],
  };
}
