import type { Context } from "../../calls/context.ts";
import { type MailKind, mailKind } from "../../outbox/mail-kinds.ts";
import { termsWordings } from "./mail-texts.ts";

/** The mail of a new version of terms. */
export const termsMails: readonly MailKind<Context>[] = [
  mailKind<Context, "terms.published">({
    id: "terms_published",
    event: "terms.published",
    title: "Terms have a newer version",
    to: "customer",
    write(_, { kind, version, title }, { language }) {
      const { say } = termsWordings[language];
      return {
        subject: say("{title}: there is a newer version", { title }),
        before: [
          say("You have accepted an earlier version. Read this one, and accept it in the console."),
          say("Your keys work as before."),
        ],
        button: { text: say("Read it"), path: `/console/agreements/${kind}/${version}` },
      };
    },
  }),
];
