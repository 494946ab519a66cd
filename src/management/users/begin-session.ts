import { z } from "zod";
import { hasKnownAddress, isKnownAddress, rememberAddress } from "../../access/known-addresses.ts";
import type { Proved } from "../../access/proof.ts";
import { createSession } from "../../access/sessions.ts";
import { isoTime } from "../../base/clock.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { networksOf } from "../../http/client-address.ts";
import { type Answer, type Call, json, noStore } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { noticeAddressOf } from "../common/mail-recipients.ts";
import { accountInactive, shownUser, User, type UserRow } from "../common/user-resource.ts";

/** The response to a sign-in. */
export const begunSession = z.object({ token: z.string(), expires_at: z.iso.datetime(), user: User });

/** 403 for an account that is blocked, pending or deleted. Only who has proved that it is the user may learn it. */
export function requireActiveUser({ state }: UserRow): void {
  if (state !== "active") throw forbidden(accountInactive(state));
}

/** Whether no credential of a user has ended since it was read: what was checked then holds still. */
export const isOfEpoch = (current: UserRow | undefined, read: UserRow): current is UserRow =>
  current?.epoch === read.epoch;

/**
 * Begins the session of a user whom the transaction has locked; mails a confirmed address if it is at another place than
 * before.
 * Recovery codes that the sign-in has made are in the answer.
 */
export async function beginSession(
  context: Context,
  tx: Queries,
  { address, sentHeaders }: Call,
  user: UserRow,
  proved: Proved,
  codes?: readonly string[],
): Promise<Answer> {
  const now = context.clock();
  const mailer = mailerOf(context);
  const notified = noticeAddressOf(user);
  if (mailer && notified !== undefined && (await isNewPlace(tx, user.id, address)))
    await mailer.write(
      tx,
      now,
      { userId: user.id, address: notified },
      { kind: "new_sign_in", data: { at: isoTime(now), network: shortened(address) } },
    );
  await rememberAddress(tx, user.id, address, now);
  const { token, expiresAt } = await createSession(tx, user.id, now, {
    proved,
    address,
    agent: sentHeaders.get("user-agent"),
  });
  const begun = { token, expires_at: isoTime(expiresAt), user: shownUser(user) };
  return json(codes ? { ...begun, recovery_codes: codes } : begun, noStore);
}

/** Whether a user signs in from another address than before; not at the first time. */
const isNewPlace = async (tx: Queries, userId: string, address: string): Promise<boolean> =>
  (await hasKnownAddress(tx, userId)) && !(await isKnownAddress(tx, userId, address));

/** An address without its last part, such as `203.0.113.x`: enough to recognize a place. */
export const shortened = (address: string): string =>
  networksOf(address)
    .at(-1)!
    .replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.x");
