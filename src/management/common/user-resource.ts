import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type Actor, isOperator, isVisit, type OperatorRole, operatorRoles } from "../../http/caller.ts";
import { ApiError } from "../../http/errors.ts";
import { isPermitted, type Permission } from "../../http/permissions.ts";
import { line, remark } from "./identifiers.ts";
import { writeUserWords } from "./user-words.ts";

export const userStates = ["active", "blocked", "pending", "deleted"] as const;

/**
 * Who proved that an account receives mail at its address: who registered it, by the mailed link; somebody else, who took
 * it by the link; an operator or a provider of single sign-on, who knew it; of earlier versions, which did not note it.
 */
export const mailboxProvers = ["registrant", "taker", "operator", "provider", "earlier"] as const;
export type MailboxProver = (typeof mailboxProvers)[number];

export const personName = line(100);
export const userNote = remark(2000);
export const emailAddress = z.email().max(254);

export const User = z
  .object({
    id: z.string(),
    email: z.string().describe("Empty after the user is deleted, or if a restore lost a new one."),
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(["operator", "customer"]),
    operator_role: z
      .enum(operatorRoles)
      .nullable()
      .describe("What an operator may do, as `GET /roles` lists it; null for customers."),
    kind: z
      .enum(["person", "organization"])
      .describe("An organization has no password: its members sign in, and act for it."),
    state: z.enum(userStates),
    attributes: z.record(z.string(), z.unknown()),
    note: z.string().nullable().optional().describe("Only operators see it."),
    email_confirmed: z
      .boolean()
      .describe("Whether the user receives mail at the address. Always true if the service sends no mail."),
    email_proved_by: z
      .enum(mailboxProvers)
      .nullable()
      .optional()
      .describe(
        "Who first proved to receive mail for the account: who registered it, somebody else who took it, an operator, a provider of single sign-on, or an earlier version; null if no one has. Only operators see it.",
      ),
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
  operator_role: OperatorRole | null;
  kind: User["kind"];
  state: User["state"];
  password_hash: string | null;
  attributes: string;
  note: string | null;
  /** Null if the address is not confirmed. */
  email_confirmed_at: number | null;
  /** When its mailbox was first proved, by anybody; null if never. */
  proved_at: number | null;
  email_proved_by: MailboxProver | null;
  /** Raised when credentials of the user end. */
  epoch: number;
  registered_at: number;
  updated_at: number;
}

/**
 * The form in which email addresses are compared: NFKC and Unicode's case folding, so that addresses that look alike
 * are one account.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").replace(unlessDotless, foldCase).normalize("NFKC");
}

// The folding of a dotless i is itself; its upper case would make it an i.
const unlessDotless = /[^\u0131]+/g;
const foldCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase();

export function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  return db.get<UserRow>(sql`select * from app_user where email_key = ${emailKey(email)}`);
}

export function findUser(db: Queries, id: string): Promise<UserRow | undefined> {
  return db.get<UserRow>(sql`select * from app_user where id = ${id}`);
}

/** Locks a user until the transaction ends; resolves to its current row. */
export function lockUser(tx: Queries, id: string): Promise<UserRow | undefined> {
  return tx.get<UserRow>(sql`update app_user set updated_at = updated_at where id = ${id} returning *`);
}

export function userDeleted(id: string): ApiError {
  return new ApiError("conflict", `User ${id} is deleted. Its ID cannot be used again.`);
}

export function userMissing(id: string): ApiError {
  return new ApiError("not_found", `User ${id} not found.`);
}

/** The message for an account that is not active. */
export function accountInactive(state: string): string {
  return state === "pending" ? "This account is awaiting approval." : `This account is ${state}.`;
}

/** Refuses another's user exactly as if it did not exist. */
export function requireOwn(caller: Actor, userId: string): void {
  const isOwn = caller.kind === "user" && caller.userId === userId;
  if (!isOperator(caller) && !isOwn && !actsForItself(caller, userId)) throw userMissing(userId);
}

/** As `requireOwn`, and 403 without a permission for an account that is not the caller's own sign-in. */
export function requireAccount(caller: Actor, userId: string, permission: Permission): void {
  requireOwn(caller, userId);
  if (!actsForItself(caller, userId) && !isPermitted(caller, permission))
    throw new ApiError("forbidden", "Your role cannot do this for this account.");
}

/** Whether it is the user who signed in; the operator token is none. */
export function actsForItself(caller: Actor, userId: string): boolean {
  return caller.kind === "user" && caller.personId === userId && !isVisit(caller);
}

/** The session or token by which a user changes itself; undefined if another does. */
export const ownSession = (actor: Actor, userId: string): string | undefined =>
  actor.kind === "user" && actor.personId === userId ? actor.digest : undefined;

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: User["role"];
  readonly operatorRole?: OperatorRole | null;
  /** A person, if absent. No one signs in with the address of an organization. */
  readonly kind?: User["kind"];
  readonly state?: User["state"];
  readonly note?: string | null;
  readonly passwordHash: string | null;
  /** The user has yet to confirm the address. */
  readonly isUnconfirmed?: boolean;
  /** Who knows that the mailbox is the user's; absent if no one does. */
  readonly provedBy?: MailboxProver | undefined;
}

/**
 * Throws `UniqueViolation` if the id or the email is in use. The caller counts the user in `user/<state>`.
 */
export async function insertUser(tx: Queries, user: NewUser, now: number): Promise<UserRow> {
  const key = user.kind === "organization" ? null : emailKey(user.email);
  const row = await tx.get<UserRow>(sql`
    insert into app_user (id, email, email_key, first_name, last_name, role, operator_role, kind, state, password_hash,
      note, email_confirmed_at, proved_at, email_proved_by, registered_at, updated_at)
    values (${user.id}, ${user.email}, ${key}, ${user.firstName}, ${user.lastName}, ${user.role},
      ${user.operatorRole ?? null}, ${user.kind ?? "person"}, ${user.state ?? "active"}, ${user.passwordHash},
      ${user.note ?? null},
      ${user.isUnconfirmed ? null : now}, ${user.provedBy ? now : null}, ${user.provedBy ?? null},
      ${now}, ${now})
    returning *`);
  await writeUserWords(tx, row!);
  return row!;
}

/** The user as its owner sees it; the note, and who proved the mailbox, are for operators only. */
export function publicUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    operator_role: row.operator_role,
    kind: row.kind,
    state: row.state,
    attributes: JSON.parse(row.attributes),
    email_confirmed: row.email_confirmed_at !== null,
    registered_at: isoTime(row.registered_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** The user as this caller may see it. */
export function shownUser(row: UserRow, caller: Actor): User {
  const { registered_at, updated_at, ...rest } = publicUser(row);
  const { note, email_proved_by } = row;
  return { ...rest, ...(isOperator(caller) && { note, email_proved_by }), registered_at, updated_at };
}
