import { clearFailures, countFailure, uncountFailure } from "../../access/password-failures.ts";
import type { Context } from "../../calls/context.ts";
import { addressGroup, isLoopback } from "../../http/client-address.ts";
import { ApiError, tooManyCalls } from "../../http/errors.ts";
import { findUser, type UserRow } from "../common/user-resource.ts";

/**
 * Checks a sign-in's password: five wrong ones lock the account for the caller's address (429). Loopback is
 * never locked, because an untrusted proxy there stands for all callers and could lock the operator out;
 * there the bounded queue of password checks slows guesses down.
 */
export async function checkSignIn(
  context: Context,
  user: UserRow | undefined,
  account: string,
  address: string,
  given: string,
): Promise<boolean> {
  const check = () => context.identity.passwords.verify(given, user?.password_hash ?? null);
  if (isLoopback(address)) return check();
  const name = `sign-in/${account}/${addressGroup(address)}`;
  return checkCounted(context, name, "Too many failed sign-ins for this account from this address.", check);
}

/**
 * 403 unless this is the user's password: a stolen session or access token must not suffice to take over the
 * account. 429 after five wrong ones.
 */
export async function requireCurrentPassword(
  context: Context,
  id: string,
  address: string,
  given: string | undefined,
): Promise<void> {
  if (given === undefined)
    throw new ApiError(
      "forbidden",
      "A new password or email also needs current_password. Nothing was changed.",
    );
  const user = await findUser(context.database, id);
  const check = () => context.identity.passwords.verify(given, user?.password_hash ?? null);
  const name = `current-password/${id}/${addressGroup(address)}`;
  if (!(await checkCounted(context, name, "Too many wrong passwords. Wait before you try again.", check)))
    throw new ApiError("forbidden", "current_password is wrong. Nothing was changed.");
}

async function checkCounted(
  { database, clock }: Context,
  name: string,
  refusal: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const waitMs = await countFailure(database, name, clock());
  if (waitMs > 0) throw tooManyCalls(refusal, waitMs / 1000);
  const right = await check().catch(async (error) => {
    await uncountFailure(database, name);
    throw error;
  });
  if (right) await clearFailures(database, name);
  return right;
}
