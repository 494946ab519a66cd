import { isKnownAddress } from "../../access/known-addresses.ts";
import {
  clearFailures,
  countFailure,
  type FailureCount,
  failuresLeft,
  uncountFailure,
} from "../../access/password-failures.ts";
import { byPassword, type Proved } from "../../access/proof.ts";
import { useCode } from "../../access/second-factor/second-factors.ts";
import type { Context } from "../../calls/context.ts";
import { boundOf, type Client, networksOf } from "../../http/client-address.ts";
import { ApiError, forbidden, tooManyCalls } from "../../http/errors.ts";
import { type NeededCode, readNeededCode } from "../../running/second-factor-of.ts";
import { findUser, type UserRow } from "../common/user-resource.ts";
import { mailAdmission } from "./mailed-admissions.ts";

/** Wrong passwords of an account from one address; wider networks may have more. */
const fromAddressMax = 5;
/** The limit of wrong passwords for an account from all addresses without an earlier sign-in. */
const fromStrangersMax = 20;

/** The counts of one password check. */
interface Counts {
  readonly ofNetworks: readonly FailureCount[];
  /** Empty for an address that signed in before: strangers must not lock the owner out. */
  readonly ofAccount: readonly FailureCount[];
}

/** A sign-in by a password. */
export interface SignInAttempt {
  readonly user: UserRow | undefined;
  /** The key of the address that was given, which may have no account. */
  readonly account: string;
  readonly given: string;
  /** The digest of a valid link that admits a sign-in of the user. */
  readonly admission: string | undefined;
}

/**
 * Checks a sign-in's password: wrong ones lock the account for the caller's address and networks, and for all
 * addresses from which it has not signed in before (429), about which the user is mailed. With a link of that mail
 * they count for the link alone. Local clients are never locked; for them the bounded queue of password checks slows
 * guesses down.
 */
export async function checkSignIn(
  context: Context,
  { user, account, given, admission }: SignInAttempt,
  client: Client,
): Promise<boolean> {
  const check = () => context.identity.passwords.verify(given, user?.passwordHash ?? null, client);
  if (client.isLocal) return check();
  const counts =
    admission === undefined
      ? await countsOf(context, `sign-in/${account}`, user?.id ?? "", client)
      : { ofNetworks: [{ name: `admission/${admission}`, max: fromAddressMax }], ofAccount: [] };
  const refusalOf = (count: FailureCount) => {
    const isOfAll = counts.ofAccount.includes(count);
    // Elsewhere five wrong passwords of one address keep no one else out.
    if (user && admission === undefined && (isOfAll || counts.ofAccount.length === 0))
      mailAdmission(context, user);
    return isOfAll
      ? "Too many failed sign-ins for this account. Addresses that signed in before can still sign in."
      : "Too many failed sign-ins for this account from this address.";
  };
  return checkCounted(context, counts, refusalOf, check);
}

/**
 * 403 unless this is the user's password: a stolen session or access token must not suffice to take over the
 * account. 429 after five wrong ones.
 */
export async function requireCurrentPassword(
  context: Context,
  id: string,
  client: Client,
  given: string | undefined,
  member = "current_password",
): Promise<void> {
  if (given === undefined)
    throw forbidden("A new password or email also needs current_password. Nothing was changed.");
  const user = await findUser(context.database, id);
  const check = () => context.identity.passwords.verify(given, user?.passwordHash ?? null, client);
  const counts = await countsOf(context, `current-password/${id}`, id, client);
  const refusalOf = () => "Too many wrong passwords. Wait before you try again.";
  if (!(await checkCounted(context, counts, refusalOf, check)))
    throw forbidden(`${member} is wrong. Nothing was changed.`);
}

const missingCodes: Readonly<Record<NonNullable<NeededCode>, () => ApiError>> = {
  app_code: () =>
    new ApiError("second_factor_required", "Enter the code of your app, or a recovery code.", {
      members: { methods: ["app_code", "recovery_code"] },
    }),
  recovery_code: () =>
    new ApiError("second_factor_required", "Use your passkey, or enter a recovery code.", {
      members: { methods: ["passkey", "recovery_code"] },
    }),
};

/** What a user proves whose password was right, with a code if its account needs one. */
export async function proveWithPassword(
  context: Context,
  user: UserRow,
  client: Client,
  code: string | undefined,
  wrong: "invalid_credential" | "forbidden",
): Promise<Proved> {
  const needed = await readNeededCode(context.database, context, user.id);
  if (needed === null) return byPassword;
  if (code === undefined) throw missingCodes[needed]();
  return requireCode(context, user, client, code, wrong);
}

/**
 * Uses a code of the second factor: wrong ones are counted apart from passwords, also those of local clients, since
 * six digits are soon guessed. 401 with the attempts that are left, then 429.
 */
async function requireCode(
  context: Context,
  { id }: UserRow,
  client: Client,
  code: string,
  wrong: "invalid_credential" | "forbidden",
): Promise<Proved> {
  const { database, identity, clock } = context;
  const counts = await countsOf(context, `second-factor/${id}`, id, client);
  const refusalOf = () => "Too many wrong codes. Wait before you try again.";
  const check = () => useCode(database, identity.vault, id, code, clock());
  const proved = await checkCounted(context, counts, refusalOf, check);
  if (proved) return proved;
  const left = await failuresLeft(database, [...counts.ofNetworks, ...counts.ofAccount], clock());
  const attempts = left === 1 ? "1 attempt" : `${left} attempts`;
  throw new ApiError(wrong, `Wrong or used code. ${attempts} left, then a pause of 15 minutes.`, {
    members: { attempts_left: left },
  });
}

async function countsOf(
  { database }: Context,
  name: string,
  userId: string,
  { address }: Client,
): Promise<Counts> {
  const ofNetworks = networksOf(address).map((network, wider) => ({
    name: `${name}/${network}`,
    max: boundOf(fromAddressMax, wider),
  }));
  // Others of its wider networks may be strangers.
  if (await isKnownAddress(database, userId, address))
    return { ofNetworks: ofNetworks.slice(0, 1), ofAccount: [] };
  return { ofNetworks, ofAccount: [{ name, max: fromStrangersMax }] };
}

async function checkCounted<Right>(
  { database, clock }: Context,
  { ofNetworks, ofAccount }: Counts,
  refusalOf: (count: FailureCount) => string,
  check: () => Promise<Right>,
): Promise<Right> {
  const all = [...ofNetworks, ...ofAccount];
  const refused = await countFailure(database, all, clock());
  if (refused) throw tooManyCalls(refusalOf(refused.count), refused.waitMs / 1000);
  const right = await check().catch(async (error) => {
    await uncountFailure(database, all);
    throw error;
  });
  if (right) {
    await clearFailures(database, ofNetworks);
    // Earlier guesses of strangers still count.
    await uncountFailure(database, ofAccount);
  }
  return right;
}
