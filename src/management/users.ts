import { z } from "zod";
import { isoTime } from "../base/clock.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(["operator", "customer"]),
    state: z.enum(["active", "blocked", "pending", "deleted"]),
    attributes: z.record(z.string(), z.unknown()),
    note: z.string().nullable().optional().describe("For operators only."),
    registered_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "User" });

export type User = z.output<typeof User>;

/** A row of `app_user`. */
export interface UserRow {
  id: string;
  email: string;
  email_key: string | null;
  first_name: string;
  last_name: string;
  role: User["role"];
  state: User["state"];
  password_hash: string | null;
  attributes: string;
  note: string | null;
  registered_at: number;
  updated_at: number;
}

/** E-mail addresses that differ in case alone are one account. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

export function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  return db.get<UserRow>(sql`select * from app_user where email_key = ${emailKey(email)}`);
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: User["role"];
  readonly passwordHash: string | null;
}

/** Throws `UniqueViolation` when the e-mail has an account. */
export async function insertUser(tx: Queries, user: NewUser, now: number): Promise<UserRow> {
  const row = await tx.get<UserRow>(sql`
    insert into app_user (id, email, email_key, first_name, last_name, role, state, password_hash,
      registered_at, updated_at)
    values (${user.id}, ${user.email}, ${emailKey(user.email)}, ${user.firstName}, ${user.lastName}, ${user.role},
      'active', ${user.passwordHash}, ${now}, ${now})
    returning *`);
  return row!;
}

/** The user as its owner sees it; the note is the operators' own. */
export function publicUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    state: row.state,
    attributes: JSON.parse(row.attributes),
    registered_at: isoTime(row.registered_at),
    updated_at: isoTime(row.updated_at),
  };
}
