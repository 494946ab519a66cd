import { t } from "../../base/language/language.ts";
import type { ConsoleFeature } from "../../parts/console-feature.ts";
import { settingsPage } from "../../parts/page.ts";

/** Mails for operators, and the pages of mailed links. */
export const mail: ConsoleFeature = {
  before: "/me",
  pages: [
    {
      path: "/confirm",
      title: t("Confirm your email"),
      access: "public",
      load: () => import("./confirm.tsx").then((code) => code.Confirm),
    },
    {
      path: "/forgot",
      title: t("Forgot your password?"),
      access: "public",
      load: () => import("./forgot.tsx").then((code) => code.Forgot),
    },
    {
      path: "/take-back",
      title: t("Take your address back"),
      access: "public",
      load: () => import("./take-back.tsx").then((code) => code.TakeBack),
    },
    settingsPage({
      path: "/settings/mail",
      title: t("Mail"),
      words: t("email SMTP texts queue bounced DNS SPF DKIM"),
      permission: "mails.view",
      section: {
        group: "looks",
        environment: ["MAIL_", "SMTP_"],
        says: () => import("./mail-queries.ts").then((code) => code.mailLine()),
      },
      load: () => import("./mail.tsx").then((code) => code.MailPage),
    }),
  ],
};
