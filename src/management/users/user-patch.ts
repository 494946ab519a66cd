import { z } from "zod";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { ApiError, InvalidRequest } from "../../http/errors.ts";
import { recordAudit } from "../../identity/audit.ts";
import { type Act, actOf } from "../act.ts";
import { adjustTallies } from "../tallies.ts";
import { attributesFault } from "./attributes.ts";
import { givenPassword, password } from "./new-password.ts";
import { demandCurrentPassword } from "./password-checks.ts";
import {
  demandOwn,
  emailAddress,
  emailKey,
  lockUser,
  personName,
  shownUser,
  type UserRow,
  userMissing,
  userNote,
} from "./user-records.ts";
import { settableStates, userConflict, userDeleted, userRole } from "./user-writes.ts";

/** The names that a user has; any other is an attribute. */
export const UserPatch = z.looseObject({
  email: emailAddress.optional(),
  first_name: personName.optional(),
  last_name: personName.optional(),
  password: password.optional(),
  current_password: givenPassword.optional().describe("With `password`, for customers."),
  attributes: z.record(z.string(), z.unknown()).optional().describe("Replaces them all."),
  role: userRole.optional(),
  state: settableStates.optional(),
  note: userNote.nullable().optional(),
  id: z.string().optional(),
  credits: z.unknown().optional(),
  registered_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
});

type Patch = z.output<typeof UserPatch>;

const operatorsOnly: readonly string[] = ["role", "state", "note"];
const nobodys: readonly string[] = ["id", "credits", "registered_at", "updated_at"];

/** 403 for the members that this caller may not set. */
function demandSettable(patch: Patch, caller: Caller): void {
  const refused = Object.keys(patch).filter(
    (name) => nobodys.includes(name) || (operatorsOnly.includes(name) && !isOperator(caller)),
  );
  if (refused.length > 0)
    throw new ApiError("forbidden", `You may not set ${refused.join(", ")} of a user; nothing was changed.`);
}

function patchedAttributes(patch: Patch, kept: string): string {
  const own = patch.attributes ?? (JSON.parse(kept) as Record<string, unknown>);
  const unknown = Object.entries(patch).filter(([name]) => !Object.hasOwn(UserPatch.shape, name));
  // From entries: assigning a member called __proto__ would lose it.
  const attributes = Object.fromEntries([...Object.entries(own), ...unknown]);
  const fault = attributesFault(attributes);
  // What was kept before is not the caller's input; what was sent may hold a secret.
  if (fault) throw new InvalidRequest(["body"], fault, Object.keys(patch));
  return JSON.stringify(attributes);
}

export async function patchUser(context: Context, call: Call<{ user_id: string }, unknown, unknown, Patch>) {
  const { user_id: id } = call.params;
  const { caller, body } = call;
  demandOwn(caller, id);
  demandSettable(body, caller);
  if (body.password !== undefined && !isOperator(caller))
    await demandCurrentPassword(context, id, body.current_password);
  const passwordHash =
    body.password === undefined ? null : await context.identity.passwords.hash(body.password);
  const act = actOf(context, call);
  try {
    const row = await context.database.transaction(
      async (tx) => {
        const before = await lockUser(tx, id);
        if (!before) throw userMissing(id);
        if (before.state === "deleted") throw userDeleted(id);
        return change(tx, before, body, passwordHash, act);
      },
      { repeatable: true },
    );
    return json(shownUser(row, caller));
  } catch (error) {
    throw userConflict(error, id);
  }
}

async function change(
  tx: Queries,
  before: UserRow,
  patch: Patch,
  passwordHash: string | null,
  act: Act,
): Promise<UserRow> {
  const { id } = before;
  const email = patch.email ?? before.email;
  const state = patch.state ?? before.state;
  const row = await tx.get<UserRow>(sql`
    update app_user set email = ${email}, email_key = ${emailKey(email)},
      first_name = ${patch.first_name ?? before.first_name}, last_name = ${patch.last_name ?? before.last_name},
      role = ${patch.role ?? before.role}, state = ${state},
      note = ${patch.note === undefined ? before.note : patch.note},
      attributes = ${patchedAttributes(patch, before.attributes)},
      password_hash = coalesce(${passwordHash}, password_hash), updated_at = ${act.at}
    where id = ${id} returning *`);
  if (passwordHash !== null) {
    const kept = act.actor.kind === "user" ? act.actor.digest : "";
    await tx.run(sql`
      delete from access_token where user_id = ${id} and kind = 'vgs' and digest <> ${kept}`);
  }
  await recordAudit(tx, {
    ...act,
    action: passwordHash === null ? "user.update" : "user.update_password",
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
