import { columnOf } from "../../access/rotation/sealed-column.ts";
import type { Context } from "../../calls/context.ts";
import { name } from "../../database/sql.ts";
import type { Service } from "../../feature.ts";
import { allowOnly } from "../../outbound/allow-only.ts";
import { OutboundGuard } from "../../outbound/guard.ts";
import { mailer } from "../../running/account-ports.ts";
import { mailCheck } from "./mail-check.ts";
import { Mails } from "./mails.ts";
import { mailEndpoints } from "./operations/mail-endpoints.ts";
import { textEndpoints } from "./operations/text-endpoints.ts";
import { mailRestoring } from "./sending/mail-decisions.ts";
import { mailContext } from "./sending/mail-rows.ts";
import { Sender } from "./sending/sender.ts";
import { Transport } from "./sending/transport.ts";
import { configuredMail, type SmtpServer } from "./settings.ts";

export const service: Service = {
  operations: [...mailEndpoints, ...textEndpoints],
  checks: [mailCheck],
  restoring: mailRestoring,
  sealed: [columnOf(name("mail"), name("id"), name("sealed"), mailContext)],
  provides: [mailer],
  open(context) {
    const mail = configuredMail(context.config);
    const transport = mail && new Transport(mail, guardOf(context, mail.smtp));
    return new Mails(context, transport && { mail, sender: new Sender(context, mail, transport) });
  },
};

/** The settings name the server, so it may be a private address; nothing else is connected to. */
function guardOf({ config }: Context, { host, port }: SmtpServer): OutboundGuard {
  return new OutboundGuard({ allow: allowOnly(host, port), own: config });
}
