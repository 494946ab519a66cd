import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { type CredentialKind, ended, type Why } from "./ended.ts";

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

/** An event that left credentials which were made until then. */
export interface Leaving {
  /** The user, or the organization whose owners are shown which credentials a former member knows. */
  readonly accountId: string;
  readonly kind: ShownKind;
  /** One of `leavingEvents`. */
  readonly why: string;
  /** The path of the member or subscription whom alone it is about; empty if it is about all of the kind. */
  readonly about: string;
  readonly at: number;
}

async function noteLeaving(tx: Queries, { accountId, kind, why, about, at }: Leaving): Promise<void> {
  await tx.run(sql`
    insert into remaining_credential (account_id, kind, why, about, at)
    values (${accountId}, ${kind}, ${why}, ${about}, ${at})
    on conflict (account_id, kind, why, about) do update set at = excluded.at`);
}

/** Records the credentials that a user keeps after an event, and deletes the records of those that ended. */
export async function noteRemaining(
  tx: Queries,
  { userId, accountId }: { readonly userId: string; readonly accountId?: string | undefined },
  why: Why,
  at: number,
): Promise<void> {
  const outcomes = ended[why];
  if (accountId !== undefined) {
    if (outcomes.keys === "show")
      await noteLeaving(tx, { accountId, kind: "keys", why, about: `/users/${userId}`, at });
    return;
  }
  // The audit log records which keys of others an operator could read.
  if (why === "roleNarrowed") return;
  for (const kind of shownKinds)
    if (outcomes[kind] === "show") await noteLeaving(tx, { accountId: userId, kind, why, about: "", at });
    else if (outcomes[kind] === "end")
      await tx.run(sql`delete from remaining_credential where account_id = ${userId} and kind = ${kind}`);
}

/** Records that a subscription came from another account, whose people know its keys. */
export const noteMoved = (
  tx: Queries,
  subscriptionId: string,
  accountId: string,
  at: number,
): Promise<void> =>
  noteLeaving(tx, {
    accountId,
    kind: "keys",
    why: "subscriptionMoved",
    about: `/subscriptions/${subscriptionId}`,
    at,
  });

/** The events of an account, the newest first. */
export const leavingsOf = (db: Queries, accountId: string): Promise<Leaving[]> =>
  db.all<Leaving>(sql`
    select account_id as "accountId", kind, why, about, at from remaining_credential
    where account_id = ${accountId} order by at desc, kind, why, about`);

/** Deletes the records of an account up to a time, once its user has looked at them. */
export const forgetLeavings = (tx: Queries, accountId: string, until: number): Promise<number> =>
  tx.run(sql`delete from remaining_credential where account_id = ${accountId} and at <= ${until}`);
