import { hash } from "node:crypto";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import type { OperatorRole } from "../../http/caller.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { emailKey, findUser, lockUser, type UserRow, users } from "../common/user-resource.ts";
import { writeUserWords } from "../common/user-words.ts";

const common = { group: "ended", unconfirmed: "done" } as const;

interface Former {
  readonly user: string;
  /** A digest. */
  readonly former: string;
}

/** Passwords that no longer work. Their users set another by a reset link. */
export const passwordsEnded: DecisionKind<Former> = {
  ...common,
  name: "password",
  shown: "passwords replaced",
  async replay(tx, { user, former }) {
    const stored = (await findUser(tx, user))?.passwordHash;
    if (!stored || hash("sha256", stored) !== former) return 0;
    return tx.run(sql`update app_user set password_hash = null where id = ${user}`);
  },
};

export function endPassword(tx: Queries, { id, passwordHash }: UserRow): void {
  if (passwordHash !== null) decide(tx, passwordsEnded, { user: id, former: hash("sha256", passwordHash) });
}

/** With the user's ID, so that addresses of a list cannot be looked for in a log. */
const addressDigest = (user: string, email: string): string => hash("sha256", `${user} ${emailKey(email)}`);

/**
 * Addresses that accounts have left. The next one is in no log, since nothing of a person who was erased may stay there.
 * So the account has no address until one is set: nothing is sent, and no one signs in or resets the password by it.
 */
export const addressesLeft: DecisionKind<Former> = {
  ...common,
  name: "address",
  shown: "email addresses left",
  async replay(tx, { user, former }) {
    const stored = await findUser(tx, user);
    if (!stored || addressDigest(user, stored.email) !== former) return 0;
    const left = sql`update app_user set email = '', email_key = null, email_confirmed_at = null where id = ${user}`;
    const row = await users.get(tx, sql`${left} returning ${users.columns}`);
    await writeUserWords(tx, row!);
    return 1;
  },
};

export function leaveAddress(tx: Queries, { id, email }: UserRow): void {
  if (email !== "") decide(tx, addressesLeft, { user: id, former: addressDigest(id, email) });
}

interface LostRole {
  readonly user: string;
  readonly former: OperatorRole | null;
  /** Null for a customer. */
  readonly later: OperatorRole | null;
}

/** Roles of operators that had permissions which the next role does not have. An owner has all. */
export const rolesLost: DecisionKind<LostRole> = {
  ...common,
  name: "operator-role",
  shown: "roles of operators lowered",
  replay: (tx, { user, former, later }) =>
    tx.run(sql`
      update app_user set operator_role = ${later}, role = ${later === null ? "customer" : "operator"}
      where id = ${user} and role = 'operator' and operator_role in (${former}, 'owner')`),
};

const shutStates = ["pending", "blocked"] as const;
type ShutState = (typeof shutStates)[number];

/** Accounts that were blocked, or wait for approval again. */
export const usersShut: DecisionKind<{ readonly user: string; readonly state: ShutState }> = {
  ...common,
  name: "user-state",
  shown: "accounts blocked",
  async replay(tx, { user, state }) {
    const row = await lockUser(tx, user);
    const isOpener = row?.state === "active" || (row?.state === "pending" && state === "blocked");
    if (!row || !isOpener) return 0;
    await tx.run(sql`update app_user set state = ${state} where id = ${user}`);
    await adjustTotals(tx, [
      [`user/${row.state}`, -1],
      [`user/${state}`, 1],
    ]);
    return 1;
  },
};

/** Notes what a changed user may no longer do. */
export function lowerStanding(tx: Queries, before: UserRow, after: UserRow): void {
  const { id: user, operatorRole: former } = before;
  const later = after.operatorRole;
  if (before.role === "operator" && later !== former && later !== "owner")
    decide(tx, rolesLost, { user, former, later });
  const state = shutStates.find((one) => one === after.state);
  if (state && before.state !== state) decide(tx, usersShut, { user, state });
}
