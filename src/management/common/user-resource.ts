import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { type Language, languages } from "../../base/format/languages.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { initially, integer, json, orNull, text, word } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { wireOf } from "../../entities/wire.ts";
import { type Actor, isOperator, isVisit, type OperatorRole, operatorRoles } from "../../http/caller.ts";
import { type ApiError, conflict, forbidden, notFound } from "../../http/errors.ts";
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
export const userLanguage = z.enum(languages).describe("Of the account's mails and invoices.");

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
    language: userLanguage,
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

export type UserRow = Row<typeof users>;

/** Accounts of people and organizations. What follows from a proof or ends credentials is not changed by `put`. */
export const users = new Table({
  name: "app_user",
  as: "app_user",
  key: ["id"],
  members: {
    id: text,
    email: text,
    emailKey: orNull(text),
    firstName: text,
    lastName: text,
    role: word<User["role"]>("operator", "customer"),
    operatorRole: initially(orNull(word<OperatorRole>(...operatorRoles)), null),
    kind: initially(word<User["kind"]>("person", "organization"), "person"),
    state: initially(word(...userStates), "active"),
    language: initially(word<Language>(...languages), "en"),
    passwordHash: orNull(text),
    attributes: initially(json<Record<string, unknown>>(), {}),
    note: initially(orNull(text), null),
    /** Null if the address is not confirmed. */
    emailConfirmedAt: orNull(integer),
    /** When its mailbox was first proved, by anybody; null if never. */
    provedAt: orNull(integer),
    emailProvedBy: orNull(word(...mailboxProvers)),
    /** Raised when credentials of the user end. */
    epoch: initially(integer, 0),
    registeredAt: integer,
    updatedAt: integer,
  },
  fixed: ["kind", "provedAt", "emailProvedBy", "epoch", "registeredAt"],
});

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

export async function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  const [found] = await users.select(db, sql`where email_key = ${emailKey(email)}`);
  return found;
}

/** The language of an account's mails and papers; English without such an account. */
export async function languageOf(db: Queries, accountId: string | null): Promise<Language> {
  if (accountId === null) return "en";
  const found = await db.get<{ language: Language }>(
    sql`select language from app_user where id = ${accountId}`,
  );
  return found?.language ?? "en";
}

export const findUser = (db: Queries, id: string): Promise<UserRow | undefined> => users.find(db, id);

/** Locks a user until the transaction ends; resolves to its current row. */
export const lockUser = (tx: Queries, id: string): Promise<UserRow | undefined> => users.lock(tx, id);

export function userDeleted(id: string): ApiError {
  return conflict(`User ${id} is deleted. Its ID cannot be used again.`);
}

export function userMissing(id: string): ApiError {
  return notFound(`User ${id} not found.`);
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
    throw forbidden("Your role cannot do this for this account.");
}

/** Whether it is the user who signed in; the operator token is none. */
export function actsForItself(caller: Actor, userId: string): boolean {
  return caller.kind === "user" && caller.personId === userId && !isVisit(caller);
}

/** The session or token by which a user changes itself; undefined if another does. */
export const ownSession = (actor: Actor, userId: string): string | undefined =>
  actor.kind === "user" && actor.personId === userId ? actor.digest : undefined;

/** A person, if it states no kind. No one signs in with the address of an organization. */
export interface NewUser extends Omit<Parameters<typeof users.row>[0], Found> {
  /** The user has yet to confirm the address. */
  readonly isUnconfirmed?: boolean;
  /** Who knows that the mailbox is the user's; absent if no one does. */
  readonly provedBy?: MailboxProver | undefined;
}

type Found =
  | "emailKey"
  | "emailConfirmedAt"
  | "provedAt"
  | "emailProvedBy"
  | "epoch"
  | "registeredAt"
  | "updatedAt";

/**
 * Throws `UniqueViolation` if the id or the email is in use. The caller counts the user in `user/<state>`.
 */
export async function insertUser(
  tx: Queries,
  { isUnconfirmed, provedBy, ...user }: NewUser,
  now: number,
): Promise<UserRow> {
  const row = users.row({
    ...user,
    emailKey: user.kind === "organization" ? null : emailKey(user.email),
    emailConfirmedAt: isUnconfirmed ? null : now,
    provedAt: provedBy ? now : null,
    emailProvedBy: provedBy ?? null,
    registeredAt: now,
    updatedAt: now,
  });
  await users.insert(tx, row);
  await writeUserWords(tx, row);
  return row;
}

/** The user as this caller may see it; the note, and who proved the mailbox, are for operators only. */
export function shownUser(row: UserRow, caller?: Actor): User {
  const { id, email, firstName, lastName, role, operatorRole, kind, state, language, attributes } = row;
  const { note, emailProvedBy: email_proved_by } = row;
  return {
    ...wireOf({ id, email, firstName, lastName, role, operatorRole, kind, state, language, attributes }),
    email_confirmed: row.emailConfirmedAt !== null,
    ...(caller && isOperator(caller) && { note, email_proved_by }),
    registered_at: isoTime(row.registeredAt),
    updated_at: isoTime(row.updatedAt),
  };
}
