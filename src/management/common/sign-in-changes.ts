import { isoTime } from "../../base/clock.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { SignInChange } from "../../outbox/account-mails.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { noticeAddressOf } from "./mail-recipients.ts";
import { findUser } from "./user-resource.ts";

/** Mails a user whose address is confirmed that its sign-in has changed, if the service sends mail. */
export async function writeSignInChange(
  context: Context,
  tx: Queries,
  userId: string,
  change: SignInChange,
  at: number,
): Promise<void> {
  const mailer = mailerOf(context);
  const address = mailer && noticeAddressOf(await findUser(tx, userId));
  if (!address) return;
  const data = { at: isoTime(at), change };
  await mailer!.write(tx, at, { userId, address }, { kind: "sign_in_changed", data });
}
