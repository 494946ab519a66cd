import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { conflict } from "../../http/errors.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { findUser } from "./user-resource.ts";

/**
 * 409 until somebody has proved to receive mail at the user's address, where the service sends mail: what a stranger made
 * of another's address must not stay when its owner comes.
 */
export async function requireProvedMailbox(context: Context, db: Queries, userId: string): Promise<void> {
  if (!mailerOf(context)) return;
  const user = await findUser(db, userId);
  if (user === undefined || user.provedAt !== null) return;
  throw conflict(
    "Confirm your email address first: open the link that was mailed to you, or send another one. Nothing was changed.",
  );
}
