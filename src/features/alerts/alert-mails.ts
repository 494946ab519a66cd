import { count, dayIn } from "../../base/format/words.ts";
import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import type { MailContent, MailKind, MailReader } from "../../outbox/mail-kinds.ts";
import { mailKind } from "../../outbox/mail-kinds.ts";

const button = { text: "View credits", path: "/console/billing" } as const;

/** The mails of used and expiring credits. */
export const alertMails: readonly MailKind<Context>[] = [
  mailKind<Context, "credits.period_used">({
    id: "credits_used",
    event: "credits.period_used",
    title: "Credits 50, 80, 100%",
    to: "customer",
    async write(context, data, reader) {
      const plan = await planOf(context, data.subscription_id);
      const left = data.credits - data.used;
      const subject =
        data.percent === 100
          ? `All credits of ${plan} are used`
          : `${data.percent}% of the credits of ${plan} are used`;
      const before =
        data.percent === 100
          ? "Calls use your other credits, if there are any, then the credits within your limit. Then they return 402 and cost nothing."
          : `${count(left)} credits of this period are left.`;
      return usedContent(subject, before, data, reader);
    },
  }),
  mailKind<Context, "credits.cap_used">({
    id: "cap_used",
    event: "credits.cap_used",
    title: "Limit beyond credits 50, 80, 100%",
    to: "customer",
    async write(context, data, reader) {
      const plan = await planOf(context, data.subscription_id);
      const before =
        data.percent === 100
          ? "Calls return 402 and cost nothing, until the next period starts or the limit is raised."
          : "These credits are paid afterwards. At 100% calls return 402 and cost nothing.";
      return usedContent(`${data.percent}% of your limit for ${plan} is used`, before, data, reader);
    },
  }),
  mailKind<Context, "credits.expiring">({
    id: "credits_expiring",
    event: "credits.expiring",
    title: "Credits expire in 7 days",
    to: "customer",
    async write(context, data, { timeZone }) {
      const day = dayIn(Date.parse(data.expires_at), timeZone);
      return {
        subject: `${count(data.left)} credits expire on ${day}`,
        before: [
          `These credits of ${await planOf(context, data.subscription_id)} are left. They are used before those that expire later.`,
        ],
        button,
      };
    },
  }),
];

interface Used {
  readonly credits: number;
  readonly used: number;
  readonly expires_at: string | null;
}

const usedContent = (
  subject: string,
  before: string,
  { credits, used, expires_at }: Used,
  { timeZone }: MailReader,
): MailContent => ({
  subject,
  before: [before],
  rows: [
    { label: "Credits", value: count(credits) },
    { label: "Used", value: count(used) },
    { label: "Left", value: count(credits - used), isTotal: true },
    ...(expires_at === null
      ? []
      : [{ label: "Period ends", value: dayIn(Date.parse(expires_at), timeZone) }]),
  ],
  button,
});

async function planOf({ database }: Context, subscriptionId: string): Promise<string> {
  const found = await database.get<{ display_name: string }>(sql`
    select display_name from subscription where id = ${subscriptionId}`);
  return found?.display_name ?? "your plan";
}
