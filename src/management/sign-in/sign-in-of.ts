import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { Caller, UserCaller } from "../../http/caller.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { isPermitted } from "../../http/permissions.ts";
import { given } from "../../running/ports.ts";
import { signsIn } from "../../running/sign-in-ports.ts";
import { actsForItself, requireOwn, type UserRow, userMissing } from "../common/user-resource.ts";

/** 404 or 403 unless the sign-in is the caller's own, or the caller is an operator who may change that of others. */
export function requireSignInOf(
  caller: Caller,
  id: string,
  user: UserRow | undefined,
): asserts user is UserRow {
  requireOwn(caller, id);
  const permission = user?.role === "operator" ? "operators.change" : "customers.change";
  if (!actsForItself(caller, id) && !isPermitted(caller, permission))
    throw forbidden("Your role cannot change how this user signs in.");
  if (!user) throw userMissing(id);
}

/** The user who changes its own sign-in; 403 for others. */
export function requireItself(caller: Caller, id: string): UserCaller {
  requireOwn(caller, id);
  if (caller.kind !== "user" || !actsForItself(caller, id))
    throw forbidden("Only the user itself can do this.");
  return caller;
}

/** 409 if, in a transaction that has removed one way to sign in, a user has no other. */
export async function requireWayIn(
  { running }: Context,
  tx: Queries,
  { id, passwordHash }: UserRow,
): Promise<void> {
  if (passwordHash !== null) return;
  for (const one of given(running, signsIn)) if (await one(tx, id)) return;
  throw conflict(
    "It is the only way to sign in: the account has no password. Set one first, or add another way. Nothing was removed.",
  );
}
