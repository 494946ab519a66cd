import type { Context } from "../../calls/context.ts";
import { type MailKind, mailKind } from "../../outbox/mail-kinds.ts";
import { statementWordings } from "./mail-texts.ts";

export const statementMails: readonly MailKind<Context>[] = [
  mailKind<Context, "statement.ready">({
    id: "statement_ready",
    event: "statement.ready",
    title: "Statement of a month",
    to: "customer",
    write(_, { month, calls, credits }, { language }) {
      const { say, count, monthName } = statementWordings[language];
      return {
        subject: say("Your statement of {month}", { month: monthName(month) }),
        before: [say("It lists the calls and credits of all your subscriptions, and proves them by itself.")],
        rows: [
          { label: say("Calls"), value: count(calls) },
          { label: say("Credits"), value: count(credits), isTotal: true },
        ],
        button: { text: say("View statement"), path: `/console/billing/statements/${month}` },
        after: [say("It never changes. Anyone can verify it, without an account.")],
      };
    },
  }),
];
