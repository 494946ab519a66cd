import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { integer, orNull, text } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";

/** A linked identity. Issuer and subject name it; the address is only shown. Times are milliseconds UTC. */
export type Identity = Row<typeof identities>;

const identities = new Table({
  name: "identity",
  as: "i",
  key: ["issuer", "subject"],
  members: {
    id: text,
    issuer: text,
    subject: text,
    userId: text,
    email: orNull(text),
    linkedAt: integer,
    lastUsedAt: orNull(integer),
  },
});

export type Subject = Pick<Identity, "issuer" | "subject">;

export const findIdentity = (db: Queries, { issuer, subject }: Subject): Promise<Identity | undefined> =>
  identities.find(db, issuer, subject);

export const identitiesOf = (db: Queries, userId: string): Promise<Identity[]> =>
  identities.select(db, sql`where user_id = ${userId} order by linked_at, id`);

/** Throws `UniqueViolation` if the identity is linked. */
export const insertIdentity = (tx: Queries, row: Identity): Promise<void> => identities.insert(tx, row);
