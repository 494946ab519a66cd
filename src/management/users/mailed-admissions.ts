import { insertAdmission } from "../../access/links/admission-links.ts";
import { isoTime } from "../../base/clock.ts";
import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import type { Mailer } from "../../outbox/account-mails.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { lockUser, type UserRow } from "../common/user-resource.ts";

/** Mails about refused sign-ins of a user. */
const perUser = { calls: 1, renewal_period_s: 3600 } as const;

/**
 * Mails a user whose sign-ins are refused a link that admits one, which needs the password still. Afterwards, and never
 * throws: the time of the refusal would show whether there is an account.
 */
export function mailAdmission(context: Context, user: UserRow): void {
  const mailer = mailerOf(context);
  if (!mailer || user.state !== "active" || user.passwordHash === null) return;
  systemTiming.after(0, () => {
    writeAdmission(context, mailer, user).catch((error: unknown) =>
      context.log.error("cannot mail a refused sign-in", errorFields(error)),
    );
  });
}

async function writeAdmission({ database, limits, clock }: Context, mailer: Mailer, { id }: UserRow) {
  if (!(await limits.rates.take(`user/admissions/${id}`, perUser)).admitted) return;
  const now = clock();
  await database.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (user?.state !== "active" || user.email === "") return;
    const token = await insertAdmission(tx, id, now);
    if (token === undefined) return;
    const data = { at: isoTime(now), token };
    await mailer.write(tx, now, { userId: id, address: user.email }, { kind: "sign_in_refused", data });
  });
}
