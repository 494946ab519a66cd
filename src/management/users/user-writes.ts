import { z } from "zod";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { recordAudit } from "../../identity/audit.ts";
import { type Act, actOf } from "../act.ts";
import { adjustTallies } from "../tallies.ts";
import { password } from "./new-password.ts";
import {
  emailAddress,
  emailKey,
  findUser,
  insertUser,
  lockUser,
  personName,
  shownUser,
  type UserRow,
  userNote,
} from "./user-records.ts";

/** The states that a user may be put in; `deleted` is what DELETE makes. */
export const settableStates = z.literal(["active", "blocked", "pending"]);
export const userRole = z.literal(["operator", "customer"]);

export const UserRequest = z
  .strictObject({
    email: emailAddress,
    first_name: personName,
    last_name: personName,
    password: password.optional(),
    role: userRole.default("customer"),
    state: settableStates.default("active"),
    note: userNote.nullable().default(null),
  })
  .meta({ id: "UserRequest" });

type UserCall = Call<{ id: string }, unknown, unknown, z.output<typeof UserRequest>>;

/** 409 for what is unique and taken; everything else is thrown as it is. */
export function userConflict(error: unknown, id: string): unknown {
  if (!(error instanceof UniqueViolation)) return error;
  const taken = error.columns.includes("email_key")
    ? "This e-mail has an account."
    : `There is a user ${id} already.`;
  return new ApiError("conflict", taken);
}

export function userDeleted(id: string): ApiError {
  return new ApiError("conflict", `The user ${id} is deleted; its id is not used again.`);
}

export async function createUser(context: Context, call: UserCall) {
  return write(context, call, async (tx, passwordHash, act) => {
    if (await findUser(tx, call.params.id))
      throw new ApiError("conflict", `There is a user ${call.params.id} already.`);
    return insert(tx, call, passwordHash, act);
  });
}

export async function putUser(context: Context, call: UserCall) {
  return write(context, call, async (tx, passwordHash, act) => {
    const before = await lockUser(tx, call.params.id);
    return before ? replace(tx, call, before, passwordHash, act) : insert(tx, call, passwordHash, act);
  });
}

type Work = (tx: Queries, passwordHash: string | null, act: Act) => Promise<UserRow>;

async function write(context: Context, call: UserCall, work: Work) {
  const chosen = call.body.password;
  const passwordHash = chosen === undefined ? null : await context.identity.passwords.hash(chosen);
  const act = actOf(context, call);
  try {
    const row = await context.database.transaction((tx) => work(tx, passwordHash, act), { repeatable: true });
    return json(shownUser(row, call.caller));
  } catch (error) {
    throw userConflict(error, call.params.id);
  }
}

async function insert(tx: Queries, call: UserCall, passwordHash: string | null, act: Act): Promise<UserRow> {
  const { email, first_name: firstName, last_name: lastName, role, state, note } = call.body;
  const { id } = call.params;
  const row = await insertUser(
    tx,
    { id, email, firstName, lastName, role, state, note, passwordHash },
    act.at,
  );
  const after = shownUser(row, act.actor);
  await recordAudit(tx, { ...act, action: "user.create", object: `/users/${id}`, after });
  await adjustTallies(tx, [[`user/${row.state}`, 1]]);
  return row;
}

async function replace(
  tx: Queries,
  call: UserCall,
  before: UserRow,
  passwordHash: string | null,
  act: Act,
): Promise<UserRow> {
  const { email, first_name: firstName, last_name: lastName, role, state, note } = call.body;
  const { id } = before;
  if (before.state === "deleted") throw userDeleted(id);
  const row = await tx.get<UserRow>(sql`
    update app_user set email = ${email}, email_key = ${emailKey(email)}, first_name = ${firstName},
      last_name = ${lastName}, role = ${role}, state = ${state}, note = ${note},
      password_hash = coalesce(${passwordHash}, password_hash), updated_at = ${act.at}
    where id = ${id} returning *`);
  if (passwordHash !== null)
    await tx.run(sql`delete from access_token where user_id = ${id} and kind = 'vgs'`);
  await recordAudit(tx, {
    ...act,
    action: "user.replace",
    object: `/users/${id}`,
    before: shownUser(before, act.actor),
    after: shownUser(row!, act.actor),
  });
  await adjustTallies(tx, [
    [`user/${before.state}`, -1],
    [`user/${state}`, 1],
  ]);
  return row!;
}
