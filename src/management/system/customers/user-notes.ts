import { z } from "zod";
import { actorName } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import { timesOf } from "../../../entities/wire.ts";
import { type BodyCall, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../common/identifiers.ts";
import { findUser, lockUser, userDeleted, userMissing, userNote } from "../../common/user-resource.ts";
import { namesOf } from "../audit-names.ts";

/** What operators write down about an account, for themselves: its export has none, and its deletion removes them. */
const userNotes = new Table({
  name: "user_note",
  as: "n",
  key: ["id"],
  members: { id: text, userId: text, text, author: text, createdAt: integer },
});

/** The most notes of one account. */
const notesMax = 1000;

export const UserNote = z
  .object({
    id: z.string(),
    text: z.string().describe("What the operator wrote."),
    author: z.string().describe("Who wrote it, as in the audit log."),
    author_name: z.string().nullable().describe("The author's name; null for others and for deleted users."),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "UserNote" });

const UserNoteRequest = z
  .strictObject({ text: userNote.min(1).describe("Only operators see it.") })
  .meta({ id: "UserNoteRequest", example: { text: "Pays the yearly invoice by transfer." } });

const byId = z.object({ id: entityId.describe("The user's ID.") });
const byNoteId = byId.extend({ note_id: entityId.describe("The note's ID.") });
const common = { tag: "Users", audience: "operator", extension: true } as const;

export const userNoteEndpoints = [
  endpoint({
    ...common,
    id: "listUserNotes",
    method: "GET",
    path: "/users/{id}/notes",
    permission: "customers.view",
    summary: "List the operators' notes on a user, newest first",
    params: byId,
    query: PageQuery,
    response: z.array(UserNote),
    errors: ["not_found"],
    handle: listNotes,
  }),
  endpoint({
    ...common,
    id: "addUserNote",
    effect: "change",
    method: "POST",
    path: "/users/{id}/notes",
    permission: "notes.change",
    summary: "Add a note on a user",
    description:
      "Notes are the operators' own: the export of the account has none, and they are deleted with it. The audit log has who wrote one, and not its text.",
    params: byId,
    body: UserNoteRequest,
    response: UserNote,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: addNote,
  }),
  endpoint({
    ...common,
    id: "deleteUserNote",
    method: "DELETE",
    path: "/users/{id}/notes/{note_id}",
    permission: "notes.change",
    summary: "Delete a note on a user",
    params: byNoteId,
    response: z.object({ status: z.literal("success"), id: z.string() }),
    errors: ["not_found"],
    handle: deleteNote,
  }),
];

async function shownNotes(db: Queries, notes: readonly Row<typeof userNotes>[]) {
  const names = await namesOf(
    db,
    notes.map(({ author }) => author),
  );
  return notes.map(({ id, text: written, author, createdAt }) => ({
    id,
    text: written,
    author,
    author_name: names.get(author)?.name ?? null,
    ...timesOf({ createdAt }, "createdAt"),
  }));
}

async function listNotes({ database }: Context, call: QueryCall<typeof PageQuery, { id: string }>) {
  const { id } = call.params;
  if (!(await findUser(database, id))) throw userMissing(id);
  return pageAnswer(database, call.query, {
    rows: userNotes,
    path: `/users/${id}/notes`,
    where: sql`user_id = ${id}`,
    shown: (notes) => shownNotes(database, notes),
  });
}

function addNote(context: Context, call: BodyCall<typeof UserNoteRequest, { id: string }>) {
  const { id: userId } = call.params;
  const id = uuidv7(context.clock());
  return auditedChange(context, call, "note.create", `/users/${userId}`, async (tx, { at }) => {
    const user = await lockUser(tx, userId);
    if (!user) throw userMissing(userId);
    if (user.state === "deleted") throw userDeleted(userId);
    if ((await userNotes.count(tx, sql`user_id = ${userId}`)) >= notesMax)
      throw conflict(`Limit reached: ${notesMax} notes on one user. Delete one first.`);
    const note = { id, userId, text: call.body.text, author: actorName(call.caller), createdAt: at };
    await userNotes.insert(tx, note);
    const [shown] = await shownNotes(tx, [note]);
    return { answer: json(shown) };
  });
}

function deleteNote(context: Context, call: Call<{ id: string; note_id: string }>) {
  const { id: userId, note_id: id } = call.params;
  return auditedChange(context, call, "note.delete", `/users/${userId}`, async (tx) => {
    const deleted = await tx.run(sql`delete from user_note where id = ${id} and user_id = ${userId}`);
    if (deleted === 0) throw notFound(`Note ${id} not found.`);
    return { answer: json({ status: "success", id }) };
  });
}
