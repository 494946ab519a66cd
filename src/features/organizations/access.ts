import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { type Caller, isOperator, type MemberRole, type UserCaller } from "../../http/caller.ts";
import { ApiError, forbidden, notFound } from "../../http/errors.ts";
import type { Permission } from "../../http/permissions.ts";
import { findUser, lockUser, requireAccount, type UserRow } from "../../management/common/user-resource.ts";

/** Refuses an organization for which the caller does not act exactly as if it did not exist; 403 without a permission. */
export function requireOrganization(caller: Caller, id: string, permission: Permission): void {
  try {
    requireAccount(caller, id, permission);
  } catch (error) {
    throw error instanceof ApiError && error.code === "not_found" ? organizationMissing(id) : error;
  }
}

export const organizationMissing = (id: string): ApiError =>
  notFound(`Organization ${id} not found. To act for it, choose it in this session.`);

/** 403 for operators: they act for accounts of customers by their role, and are members of none. */
export function requireCustomer(caller: Caller): UserCaller {
  if (caller.kind === "user" && !isOperator(caller)) return caller;
  throw forbidden("Only customers have organizations. Sign in as a customer.");
}

/** Throws 404 for an account that is no organization, or deleted. */
export async function findOrganization(db: Queries, id: string): Promise<UserRow> {
  return requireFound(await findUser(db, id), id);
}

function requireFound(row: UserRow | undefined, id: string): UserRow {
  if (row?.kind !== "organization" || row.state === "deleted") throw organizationMissing(id);
  return row;
}

/**
 * Locks an organization until the transaction ends. All changes of its members and invitations do, so that limits and
 * its last owner hold. Throws 404 as `findOrganization` does.
 */
export async function lockOrganization(tx: Queries, id: string): Promise<UserRow> {
  return requireFound(await lockUser(tx, id), id);
}

/**
 * Locks an organization for a change that gives somebody a way in, and before it the caller, so that an event which ends
 * what the caller gave is as a whole before or after it.
 */
export async function lockToGive(tx: Queries, caller: Caller, id: string): Promise<void> {
  if (caller.kind === "user") await lockUser(tx, caller.personId);
  await lockOrganization(tx, id);
}

export async function roleOf(db: Queries, id: string, userId: string): Promise<MemberRole | undefined> {
  const row = await db.get<{ role: MemberRole }>(sql`
    select role from member where organization_id = ${id} and user_id = ${userId}`);
  return row?.role;
}

export async function countMembers(db: Queries, id: string): Promise<number> {
  return countOf(db, sql`member where organization_id = ${id}`);
}

/** The object of a membership in the audit log; its changes end the member's event streams. */
export const memberPath = (id: string, userId: string) => `/organizations/${id}/members/${userId}`;
