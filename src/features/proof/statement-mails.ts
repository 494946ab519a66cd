import { count, monthName } from "../../base/format/words.ts";
import type { Context } from "../../calls/context.ts";
import { type MailKind, mailKind } from "../../outbox/mail-kinds.ts";

export const statementMails: readonly MailKind<Context>[] = [
  mailKind<Context, "statement.ready">({
    id: "statement_ready",
    event: "statement.ready",
    title: "Statement of a month",
    to: "customer",
    write: (_, { month, calls, credits }) => ({
      subject: `Your statement of ${monthName(month)}`,
      before: ["It lists the calls and credits of all your subscriptions, and proves them by itself."],
      rows: [
        { label: "Calls", value: count(calls) },
        { label: "Credits", value: count(credits), isTotal: true },
      ],
      button: { text: "View statement", path: `/console/billing/statements/${month}` },
      after: ["It never changes. Anyone can verify it, without an account."],
    }),
  }),
];
