import { minuteMs } from "../../base/durations.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../running/check.ts";
import { mailItems } from "./mail-items.ts";
import { readMailState } from "./mail-state.ts";
import { configuredMail, mailSettings } from "./settings.ts";

const lateMaxMs = 10 * minuteMs;

/** Whether mails are sent, and to whom they are not. */
export const mailCheck: Check = {
  name: "mail",
  async run(inspected) {
    const { smtp } = mailSettings.of(inspected.config);
    if (!smtp) return ok("No mail is sent: VINGATE_SMTP_URL is not set");
    const mail = configuredMail(inspected.config);
    if (!mail)
      return fault("No mail is sent: VINGATE_MAIL_FROM is not set", "Set the sender's address, and restart.");
    const { waiting, deferred, lateMs, marked } = await readMailState(
      requireDatabase(inspected),
      inspected.clock(),
    );
    const found = [
      waiting === 0 ? "No mail waits" : `Mails that wait: ${waiting}, tried again: ${deferred}`,
      ...(marked === 0 ? [] : [`Addresses that refuse mail: ${marked}`]),
    ].join(". ");
    if (lateMs > lateMaxMs)
      return fault(
        `${found}. The oldest mail has been due for ${Math.round(lateMs / minuteMs)} min`,
        "Check VINGATE_SMTP_URL, and the log for cannot send mail.",
      );
    if (mail.mailFooter === undefined)
      return {
        ...warning(
          found,
          "Set VINGATE_MAIL_FOOTER: mails to customers must name the sender and its address.",
        ),
        item: { kind: "mail", code: "mail_footer_missing", found: "The mail footer is missing" },
      };
    return ok(found);
  },
  items: (inspected) => mailItems(requireDatabase(inspected), inspected.clock()),
};
