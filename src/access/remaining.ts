import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { integer, text, word } from "../entities/stored.ts";
import { type Row, Table } from "../entities/table.ts";
import { type CredentialKind, ended, type Outcome, type Why } from "./ended.ts";

/** What a user is shown with a button that ends it. */
export const shownKinds = ["tokens", "assistants", "passkeys", "identities", "keys"] as const;
export type ShownKind = Extract<CredentialKind, (typeof shownKinds)[number]>;

/** Events after which credentials of before remain, and are shown: of the table, and of subscriptions and versions. */
export const leavingEvents: readonly string[] = [
  ...Object.entries(ended).flatMap(([why, outcomes]) =>
    Object.values(outcomes).some((one) => one === "show") ? [why] : [],
  ),
  "subscriptionMoved",
  "upgraded",
];

/** Events that left credentials which were made until then. */
const leavings = new Table({
  name: "remaining_credential",
  as: "r",
  key: ["accountId", "kind", "why", "about"],
  members: {
    /** The user, or the organization whose owners are shown which credentials a former member knows. */
    accountId: text,
    kind: word<ShownKind>(...shownKinds),
    /** One of `leavingEvents`. */
    why: text,
    /** The path of the member or subscription whom alone it is about; empty if it is about all of the kind. */
    about: text,
    at: integer,
  },
});

export type Leaving = Row<typeof leavings>;

/** Records the credentials that a user keeps after an event, and deletes the records of those that ended. */
export async function noteRemaining(
  tx: Queries,
  { userId, accountId }: { readonly userId: string; readonly accountId?: string | undefined },
  why: Why,
  outcomes: ReadonlyMap<CredentialKind, Outcome>,
  at: number,
): Promise<void> {
  if (accountId !== undefined) {
    if (outcomes.get("keys") === "show")
      await leavings.put(tx, [{ accountId, kind: "keys", why, about: `/users/${userId}`, at }]);
    return;
  }
  // The audit log records which keys of others an operator could read.
  if (why === "roleNarrowed") return;
  for (const kind of shownKinds)
    if (outcomes.get(kind) === "show")
      await leavings.put(tx, [{ accountId: userId, kind, why, about: "", at }]);
    else if (outcomes.get(kind) === "end")
      await tx.run(sql`delete from remaining_credential where account_id = ${userId} and kind = ${kind}`);
}

/** Records that a subscription came from another account, whose people know its keys. */
export const noteMoved = (
  tx: Queries,
  subscriptionId: string,
  accountId: string,
  at: number,
): Promise<void> =>
  leavings.put(tx, [
    { accountId, kind: "keys", why: "subscriptionMoved", about: `/subscriptions/${subscriptionId}`, at },
  ]);

/** The events of an account, the newest first. */
export const leavingsOf = (db: Queries, accountId: string): Promise<Leaving[]> =>
  leavings.select(db, sql`where account_id = ${accountId} order by at desc, kind, why, about`);

/** Deletes the records of an account up to a time, once its user has looked at them. */
export const forgetLeavings = (tx: Queries, accountId: string, until: number): Promise<number> =>
  tx.run(sql`delete from remaining_credential where account_id = ${accountId} and at <= ${until}`);
