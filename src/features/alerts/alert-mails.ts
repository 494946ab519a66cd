import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import type { MailContent, MailKind, MailReader } from "../../outbox/mail-kinds.ts";
import { mailKind } from "../../outbox/mail-kinds.ts";
import { alertWordings } from "./mail-texts.ts";

const path = "/console/billing";

/** The mails of used and expiring credits. */
export const alertMails: readonly MailKind<Context>[] = [
  mailKind<Context, "credits.period_used">({
    id: "credits_used",
    event: "credits.period_used",
    title: "Credits 50, 80, 100%",
    to: "customer",
    async write(context, data, reader) {
      const { say, count, percent } = alertWordings[reader.language];
      const plan = await planOf(context, data.subscription_id, reader);
      const left = data.credits - data.used;
      const subject =
        data.percent === 100
          ? say("All credits of {plan} are used", { plan })
          : say("{percent} of the credits of {plan} are used", { percent: percent(data.percent), plan });
      const before =
        data.percent === 100
          ? say(
              "Calls use your other credits, if there are any, then the credits within your limit. Then they return 402 and cost nothing.",
            )
          : say("{count} credits of this period are left.", { count: count(left) });
      return usedContent(subject, before, data, reader);
    },
  }),
  mailKind<Context, "credits.cap_used">({
    id: "cap_used",
    event: "credits.cap_used",
    title: "Limit beyond credits 50, 80, 100%",
    to: "customer",
    async write(context, data, reader) {
      const { say, percent } = alertWordings[reader.language];
      const plan = await planOf(context, data.subscription_id, reader);
      const before =
        data.percent === 100
          ? say("Calls return 402 and cost nothing, until the next period starts or the limit is raised.")
          : say("These credits are paid afterwards. At {percent} calls return 402 and cost nothing.", {
              percent: percent(100),
            });
      const subject = say("{percent} of your limit for {plan} is used", {
        percent: percent(data.percent),
        plan,
      });
      return usedContent(subject, before, data, reader);
    },
  }),
  mailKind<Context, "credits.expiring">({
    id: "credits_expiring",
    event: "credits.expiring",
    title: "Credits expire in 7 days",
    to: "customer",
    async write(context, data, reader) {
      const { say, count, dayIn } = alertWordings[reader.language];
      const day = dayIn(Date.parse(data.expires_at), reader.timeZone);
      const plan = await planOf(context, data.subscription_id, reader);
      return {
        subject: say("{count} credits expire on {day}", { count: count(data.left), day }),
        before: [
          say("These credits of {plan} are left. They are used before those that expire later.", { plan }),
        ],
        button: { text: say("View credits"), path },
      };
    },
  }),
];

interface Used {
  readonly credits: number;
  readonly used: number;
  readonly expires_at: string | null;
}

function usedContent(
  subject: string,
  before: string,
  { credits, used, expires_at }: Used,
  { timeZone, language }: MailReader,
): MailContent {
  const { say, count, dayIn } = alertWordings[language];
  return {
    subject,
    before: [before],
    rows: [
      { label: say("Credits"), value: count(credits) },
      { label: say("Used"), value: count(used) },
      { label: say("Left"), value: count(credits - used), isTotal: true },
      ...(expires_at === null
        ? []
        : [{ label: say("Period ends"), value: dayIn(Date.parse(expires_at), timeZone) }]),
    ],
    button: { text: say("View credits"), path },
  };
}

async function planOf(
  { database }: Context,
  subscriptionId: string,
  { language }: MailReader,
): Promise<string> {
  const found = await database.get<{ display_name: string }>(sql`
    select display_name from subscription where id = ${subscriptionId}`);
  return found?.display_name ?? alertWordings[language].say("your plan");
}
