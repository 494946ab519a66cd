import { press } from "../../../../test/console/dom/act.ts";
import type { NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { t } from "../../base/language/language.ts";
import { Confirm } from "./confirm.tsx";
import { Forgot } from "./forgot.tsx";
import { MailPage } from "./mail.tsx";

async function openConfirm() {
  history.replaceState(null, "", "/console/confirm#vgm_a");
  await show(<Confirm />);
}

async function openTest() {
  respond("get", "/mails/state", {
    sender: { name: "Vingate", address: "a@example.com" },
    marked: [],
    queue: [],
    marked_count: 0,
    waiting: 0,
    sent_this_month: 0,
    sent_at_first_attempt: 0,
  } as never);
  respond("get", "/mails", []);
  respond("get", "/mails/texts", []);
  refuse("GET /mails/domain", 500, "Not of interest.");
  await show(<MailPage />, { as: operator() });
  await press(t("Send test mail"));
}

/** The pages of links in mails, and a test mail. */
export const numberForms: readonly NumberForm[] = [
  { file: "features/mail/confirm.tsx", fields: 0, open: openConfirm },
  { file: "features/mail/forgot.tsx", fields: 0, open: () => show(<Forgot />) },
  { file: "features/mail/mail.tsx", fields: 0, open: openTest },
];
