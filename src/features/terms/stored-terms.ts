import { createHash } from "node:crypto";
import { actorName } from "../../access/audit.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import { issuedRows } from "../../decisions/issued-rows.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import { integer, orNull, text, word } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import type { Actor } from "../../http/caller.ts";
import { conflict, notFound } from "../../http/errors.ts";
import type { OutboxEvent } from "../../outbox/events.ts";
import { writeEvents } from "../../outbox/write-events.ts";

export const termsKinds = ["terms", "privacy", "dpa", "data_license"] as const;
export type TermsKind = (typeof termsKinds)[number];

const termsVersions = new Table({
  name: "terms",
  as: "t",
  key: ["kind", "version"],
  members: {
    kind: word(...termsKinds),
    /** From 1. */
    version: integer,
    title: text,
    url: orNull(text),
    /** In Markdown; null if the version is the page at `url`. */
    body: orNull(text),
    /** SHA-256 of the text, or of the address, in hexadecimal digits. */
    digest: text,
    /** Milliseconds UTC. */
    publishedAt: integer,
    publishedBy: text,
  },
});
export type TermsVersion = Row<typeof termsVersions>;

/** Versions stay: users have accepted them. */
export const termsPublished = issuedRows({ name: "terms", shown: "versions of terms", table: "terms" });

const newest = sql`version = (select max(version) from terms where kind = t.kind)`;

/** The newest versions, by kind. */
export const currentTerms = (db: Queries): Promise<TermsVersion[]> => readAll(db, newest);

/** Those of the newest versions that a user has not accepted. */
export const openTerms = (db: Queries, userId: string): Promise<TermsVersion[]> =>
  readAll(
    db,
    sql`${newest} and not exists (
      select 1 from acceptance a where a.user_id = ${userId} and a.kind = t.kind and a.version = t.version)`,
  );

/** In the order of the kinds. */
async function readAll(db: Queries, condition: Sql): Promise<TermsVersion[]> {
  const rows = await termsVersions.select(db, sql`where ${condition}`);
  return rows.sort((a, b) => termsKinds.indexOf(a.kind) - termsKinds.indexOf(b.kind));
}

export const findTerms = (db: Queries, kind: TermsKind, version: number): Promise<TermsVersion | undefined> =>
  termsVersions.find(db, kind, version);

/** Publishes the next version. The content of the newest one makes none. Throws 409 if another one was published at the same time. */
export async function publishTerms(
  tx: Queries,
  kind: TermsKind,
  { title, url, body }: Pick<TermsVersion, "title" | "url" | "body">,
  by: { readonly actor: Actor; readonly at: number },
): Promise<{ readonly terms: TermsVersion; readonly isNew: boolean }> {
  const [before] = await readAll(tx, sql`kind = ${kind} and ${newest}`);
  if (before && before.title === title && before.url === url && before.body === body)
    return { terms: before, isNew: false };
  const version = (before?.version ?? 0) + 1;
  const digest = createHash("sha256")
    .update(body ?? url ?? "")
    .digest("hex");
  const author = { publishedAt: by.at, publishedBy: actorName(by.actor) };
  const terms = { kind, version, title, url, body, digest, ...author };
  if (!(await termsPublished.issue(tx, termsVersions.stored(terms))))
    throw conflict(`Version ${version} was published at the same time. Read it, then retry.`);
  await announce(tx, { kind, version, title }, by.at);
  return { terms, isNew: true };
}

/** Writes the events of a version, for each user who has accepted another: others see it when they sign up. */
async function announce(
  tx: Queries,
  terms: { readonly kind: TermsKind; readonly version: number; readonly title: string },
  at: number,
): Promise<void> {
  if (terms.version === 1) return;
  const rows = await tx.all<{ user_id: string }>(sql`
    select distinct user_id from acceptance where kind = ${terms.kind} order by user_id`);
  const events = rows.map(({ user_id }): OutboxEvent => {
    return { type: "terms.published", owner: { userId: user_id }, data: { user_id, ...terms } };
  });
  await writeEvents(tx, at, events);
}

export interface Acceptance {
  readonly kind: TermsKind;
  readonly version: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Who accepted what. An erased account has accepted nothing. */
export const termsAccepted: DecisionKind<Acceptance & { readonly userId: string }> = {
  name: "acceptance",
  group: "issued",
  shown: "acceptances of terms",
  unconfirmed: "done",
  replay: (tx, { userId, kind, version, at }) =>
    tx.run(sql`
      insert into acceptance (user_id, kind, version, at)
      select id, ${kind}, ${version}, ${at} from app_user where id = ${userId} and state <> 'deleted'
      on conflict (user_id, kind, version) do nothing`),
};

/** Stores that a user accepts a version, once. Throws 404 for an unknown version, and 409 for one that was replaced. */
export async function acceptTerms(
  tx: Queries,
  userId: string,
  { kind, version, at }: Acceptance,
): Promise<Acceptance> {
  const current = (await currentTerms(tx)).find((one) => one.kind === kind);
  if (!current || version > current.version) throw notFound(`There is no version ${version} of ${kind}.`);
  if (version < current.version)
    throw conflict(`Version ${version} was replaced by version ${current.version}. Read it, then accept it.`);
  const inserted = await tx.run(sql`
    insert into acceptance (user_id, kind, version, at) values (${userId}, ${kind}, ${version}, ${at})
    on conflict (user_id, kind, version) do nothing`);
  if (inserted > 0) decide(tx, termsAccepted, { userId, kind, version, at });
  const stored = await tx.get<Acceptance>(sql`
    select kind, version, at from acceptance
    where user_id = ${userId} and kind = ${kind} and version = ${version}`);
  return stored!;
}

/** All that a user has accepted, newest first. */
export function acceptancesOf(db: Queries, userId: string): Promise<Acceptance[]> {
  return db.all<Acceptance>(sql`
    select kind, version, at from acceptance where user_id = ${userId} order by at desc, kind, version desc`);
}
