import { z } from "zod";
import { randomPassword } from "../../access/passwords.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { type BodyCall, type Call, json, noStore, type QueryCall } from "../../http/endpoint.ts";
import { InvalidRequest } from "../../http/errors.ts";
import { filteredPath, listAnswer, PageQuery } from "../../http/lists.ts";
import { entityId, remark } from "../common/identifiers.ts";
import { readPage } from "../common/list-page.ts";
import { readTotal } from "../common/list-totals.ts";
import {
  emailAddress,
  emailKey,
  findUser,
  lockUser,
  personName,
  requireAccount,
  shownUser,
  User,
  userLanguage,
  userMissing,
  userNote,
  userStates,
  users,
} from "../common/user-resource.ts";
import { withWords } from "../common/user-words.ts";
import { openAccount, signedUp } from "./accounts.ts";
import { password } from "./new-password.ts";
import { deleteUser } from "./user-deletion.ts";
import { patchedMembers, patchUser, UserPatch } from "./user-patch.ts";
import { createdMembers, createUser, putUser, UserRequest, userRole } from "./user-writes.ts";

export const UsersSignUpRequest = z
  .strictObject({
    email: emailAddress,
    first_name: personName,
    last_name: personName,
    password: password.optional().describe("If omitted, a password is generated and shown once."),
    language: userLanguage.optional().describe("Of mails and invoices. If omitted, `en`."),
    note: userNote.nullable().optional(),
  })
  .meta({ id: "UsersSignUpRequest", title: "SignUpRequest" });

const idsMax = 100;
// Without a bound of its own, which readers of OpenAPI documents expand: maxLength bounds it.
const idList = /^[^,]+(?:,[^,]+)*$/;

const UsersQuery = PageQuery.extend({
  email: emailAddress.optional().describe("Only the user with this email address."),
  role: userRole.optional().describe("Only users with this role."),
  ids: z
    .string()
    .max(idsMax * 81 - 1)
    .regex(idList)
    .optional()
    .describe(`Only the users with these IDs, deleted ones too: at most ${idsMax}, separated by commas.`),
  text: remark(200)
    .optional()
    .describe(
      "Only users whose names or email contain, for each word of this text, a word that starts with it. Case and accents are ignored.",
    ),
  state: z.literal(userStates).optional().describe("If omitted, users in every state but `deleted`."),
});

const byUserId = z.object({ user_id: entityId });
const byId = z.object({ id: entityId });
const tag = "Users";

export const userEndpoints = [
  endpoint({
    id: "signUpUser",
    effect: "change",
    method: "POST",
    path: "/users/signup",
    tag,
    summary: "Create an account for a customer, with a trial subscription and its keys",
    audience: "operator",
    permission: "customers.change",
    body: UsersSignUpRequest,
    response: signedUp.extend({ password: z.string().optional() }),
    errors: ["conflict"],
    idempotent: true,
    handle: signUpUser,
  }),
  endpoint({
    id: "listUsers",
    method: "GET",
    path: "/users/",
    tag,
    summary: "List users, newest first",
    audience: "operator",
    permission: "customers.view",
    query: UsersQuery,
    response: z.array(User),
    handle: listUsers,
  }),
  endpoint({
    id: "getUser",
    exported: "account",
    method: "GET",
    path: "/users/{user_id}",
    tag,
    summary: "Read a user; customers can read only themselves",
    audience: "customer",
    permission: "self.view",
    params: byUserId,
    response: User,
    errors: ["not_found"],
    handle: getUser,
  }),
  endpoint({
    id: "patchUser",
    members: patchedMembers,
    whileHeld: true,
    method: "PATCH",
    path: "/users/{user_id}",
    tag,
    summary: "Change the given members; unknown members are kept in `attributes`",
    description:
      "Customers can change their own names and attributes and, with `current_password`, their email and password. A new password ends every session and access token of the user except the current session. If a member may not be changed, the call returns 403 and changes nothing.",
    audience: "customer",
    permission: "self.change",
    params: byUserId,
    lock: (tx, params) => lockUser(tx, params.user_id),
    body: UserPatch,
    response: User,
    errors: ["not_found", "conflict", "rate_limited"],
    handle: patchUser,
  }),
  endpoint({
    id: "deleteUser",
    method: "DELETE",
    path: "/users/{user_id}",
    tag,
    summary: "Delete a user and its personal data; ledgers and reports are kept",
    description:
      "Ends its sessions, tokens, keys and subscriptions, and removes the addresses from its request log. 409 for the last owner of an organization. Repeated calls return the same. The ID cannot be used again; the email can.",
    audience: "operator",
    permission: "account.close",
    params: byUserId,
    lock: (tx, params) => lockUser(tx, params.user_id),
    response: User,
    errors: ["not_found", "conflict"],
    readsUsage: true,
    handle: deleteUser,
  }),
  endpoint({
    id: "createUser",
    members: createdMembers,
    effect: "change",
    method: "POST",
    path: "/users/{id}",
    tag,
    summary: "Create a user with an ID of your choice, without a subscription",
    audience: "operator",
    permission: "customers.change",
    params: byId,
    body: UserRequest,
    response: User,
    errors: ["conflict"],
    idempotent: true,
    handle: createUser,
  }),
  endpoint({
    id: "putUser",
    method: "PUT",
    path: "/users/{id}",
    tag,
    summary: "Create or replace a user; attributes are kept, and so is the password unless one is sent",
    audience: "operator",
    permission: "customers.change",
    params: byId,
    lock: (tx, { id }) => lockUser(tx, id),
    body: UserRequest,
    response: User,
    errors: ["conflict"],
    handle: putUser,
  }),
];

type SignUpCall = BodyCall<typeof UsersSignUpRequest>;

async function signUpUser(context: Context, call: SignUpCall) {
  const { email, first_name: firstName, last_name: lastName, language = "en", note = null } = call.body;
  const generated = call.body.password === undefined ? randomPassword() : undefined;
  const passwordHash = await context.identity.passwords.hash(call.body.password ?? generated!);
  const wanted = { email, firstName, lastName, language, note, passwordHash, provedBy: "operator" as const };
  return openAccount(context, call, wanted, (made) =>
    json({ ...made, ...(generated && { password: generated }) }, noStore),
  );
}

const listed = userStates.filter((state) => state !== "deleted");

async function listUsers(context: Context, call: QueryCall<typeof UsersQuery>) {
  const { email, role, state, text, ids } = call.query;
  if (ids !== undefined && ids.split(",").length > idsMax)
    throw new InvalidRequest(["query", "ids"], `at most ${idsMax} IDs can be given`, ids);
  const db = context.database;
  const words = text === undefined ? undefined : await withWords(db, text);
  const conditions = [
    state ? sql`state = ${state}` : ids === undefined ? sql`state <> 'deleted'` : sql`1 = 1`,
    ...(ids === undefined ? [] : [sql`id in (${list(ids.split(","))})`]),
    ...(email === undefined ? [] : [sql`email_key = ${emailKey(email)}`]),
    ...(role === undefined ? [] : [sql`role = ${role}`]),
    ...(words === undefined ? [] : [words]),
  ];
  const condition = join(conditions, " and ");
  const narrowed = email !== undefined || words !== undefined || ids !== undefined;
  const total = narrowed
    ? await users.count(db, condition)
    : await countByRole(db, conditions[0]!, call.query);
  const select = (tx: Queries, rest: Sql) => users.select(tx, rest);
  const found = { table: "app_user", time: "registered_at", condition, select } as const;
  const rows = await readPage(db, found, call.query, total);
  const shown = rows.values().map((row) => shownUser(row, call.caller));
  const path = filteredPath("/users/", { email, role, ids, text: text || undefined, state });
  return listAnswer(shown, total, path, call.query);
}

/**
 * The number of users in a state, with one role or any: nearly all are customers, so operators are counted.
 */
async function countByRole(
  db: Queries,
  inState: Sql,
  { state, role }: z.output<typeof UsersQuery>,
): Promise<number> {
  const totals = (state ? [state] : listed).map((one) => `user/${one}` as const);
  if (role === undefined) return await readTotal(db, totals);
  const operators = await users.count(db, sql`${inState} and role = 'operator'`);
  return role === "operator" ? operators : (await readTotal(db, totals)) - operators;
}

async function getUser(context: Context, call: Call<{ user_id: string }>) {
  const { user_id: id } = call.params;
  requireAccount(call.caller, id, "account.view");
  const row = await findUser(context.database, id);
  if (!row) throw userMissing(id);
  return json(shownUser(row, call.caller));
}
