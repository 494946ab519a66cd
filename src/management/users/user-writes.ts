import { z } from "zod";
import { type AuditContext, auditContext, recordAudit } from "../../access/audit.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { membersOf } from "../../entities/wire.ts";
import { operatorRoles } from "../../http/caller.ts";
import { type BodyCall, json, type MemberNeed } from "../../http/endpoint.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { adjustTotals } from "../common/list-totals.ts";
import {
  actsForItself,
  emailAddress,
  emailKey,
  findUser,
  insertUser,
  lockUser,
  personName,
  shownUser,
  type UserRow,
  userLanguage,
  userNote,
} from "../common/user-resource.ts";
import { password } from "./new-password.ts";
import { operatorRoleOf } from "./operator-roles.ts";
import { updateUser } from "./user-update.ts";

/** The states that a user may be given; only DELETE sets `deleted`. */
export const settableStates = z.literal(["active", "blocked", "pending"]);
export const userRole = z.literal(["operator", "customer"]);
export const operatorRole = z.literal(operatorRoles);
export const operatorRoleText =
  "What an operator may do. If omitted, the first operator is `owner`, others keep their role or are `support`.";

export const UserRequest = z
  .strictObject({
    email: emailAddress,
    first_name: personName,
    last_name: personName,
    password: password.optional(),
    role: userRole.default("customer"),
    operator_role: operatorRole.nullable().optional().describe(operatorRoleText),
    state: settableStates.default("active"),
    language: userLanguage
      .optional()
      .describe("Of mails and invoices. If omitted, a new user has `en`, and another keeps its own."),
    note: userNote.nullable().default(null),
  })
  .meta({ id: "UserRequest" });

/** A new customer opens no other account; a new operator does. */
export const createdMembers = {
  role: { permission: "operators.change", values: ["operator"] },
  operator_role: { permission: "operators.change" },
} satisfies Readonly<Record<string, MemberNeed>>;

type UserCall = BodyCall<typeof UserRequest, { id: string }>;

/** 409 for a unique value in use; other errors are rethrown. */
export function userConflict(error: unknown, id: string): unknown {
  if (!(error instanceof UniqueViolation)) return error;
  const taken = error.columns.includes("email_key")
    ? "An account with this email already exists."
    : `User ${id} already exists.`;
  return conflict(taken);
}

export async function createUser(context: Context, call: UserCall) {
  return write(context, call, async (tx, passwordHash, audit) => {
    if (await findUser(tx, call.params.id)) throw conflict(`User ${call.params.id} already exists.`);
    return insert(tx, call, passwordHash, audit);
  });
}

export async function putUser(context: Context, call: UserCall) {
  return write(context, call, async (tx, passwordHash, audit) => {
    const before = await lockUser(tx, call.params.id);
    if (!before) return insert(tx, call, passwordHash, audit);
    const { password, ...changes } = call.body;
    const signIn = password !== undefined || emailKey(before.email) !== emailKey(changes.email);
    if (signIn && actsForItself(call.caller, before.id))
      throw forbidden("PUT cannot change your own email or password. Use PATCH with current_password.");
    const wanted = { ...membersOf(changes), passwordHash: passwordHash ?? undefined };
    return updateUser(tx, context, before, wanted, "user.replace", audit);
  });
}

type Work = (tx: Queries, passwordHash: string | null, audit: AuditContext) => Promise<UserRow>;

async function write(context: Context, call: UserCall, work: Work) {
  const chosen = call.body.password;
  const passwordHash = chosen === undefined ? null : await context.identity.passwords.hash(chosen);
  const audit = auditContext(context, call);
  try {
    return await call.change(async (tx) => json(shownUser(await work(tx, passwordHash, audit), call.caller)));
  } catch (error) {
    throw userConflict(error, call.params.id);
  }
}

async function insert(
  tx: Queries,
  call: UserCall,
  passwordHash: string | null,
  audit: AuditContext,
): Promise<UserRow> {
  const { password: _, language = "en", ...stated } = call.body;
  const { id } = call.params;
  const user = membersOf(stated);
  const operatorRole = await operatorRoleOf(tx, user, null);
  const row = await insertUser(
    tx,
    { ...user, id, operatorRole, language, passwordHash, provedBy: "operator" },
    audit.at,
  );
  const after = shownUser(row, audit.actor);
  await recordAudit(tx, { ...audit, action: "user.create", object: `/users/${id}`, after });
  await adjustTotals(tx, [[`user/${row.state}`, 1]]);
  return row;
}
