import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { ApiError, notFound } from "../../../http/errors.ts";
import { findUser, userMissing } from "../../../management/common/user-resource.ts";
import { opened } from "../../../running/opened.ts";
import { canonicalJson } from "../format/canonical-json.ts";
import { Proof } from "../proof.ts";
import { buildStatement, isFinal, openMonth } from "./build-statement.ts";
import { sumsOfMonths } from "./months.ts";

/** A month of which an account has a statement. */
export interface ListedMonth {
  readonly month: string;
  readonly state: "final" | "provisional";
  /** The calls of all proved days. */
  readonly calls: number;
  readonly credits: number;
}

/** Throws 503 while a new epoch must begin. */
async function lastSigned(proof: Proof): Promise<string> {
  const day = await proof.signedDay();
  if (day !== undefined) return day;
  throw new ApiError(
    "unavailable",
    "The database was restored, and proofs begin again now. Retry in a minute.",
    {
      headers: { "retry-after": "60" },
    },
  );
}

/** The months of an account, newest first. */
export async function listMonths(context: Context, userId: string): Promise<ListedMonth[]> {
  const signedDay = await lastSigned(opened(context, Proof));
  const open = openMonth(signedDay);
  const sums = (await sumsOfMonths(context.database, userId)).filter(({ month }) => month <= open);
  const listed = sums.map(
    (one): ListedMonth => ({
      ...one,
      state: isFinal(one.month, signedDay) ? "final" : "provisional",
    }),
  );
  if (!listed.some(({ month }) => month === open))
    listed.unshift({ month: open, state: "provisional", calls: 0, credits: 0 });
  return listed;
}

/**
 * The statement of an account and month, as canonical JSON. A final one is stored when it is first requested, and stays
 * as it is. Throws 404 for a month without a statement.
 */
export async function readStatement(context: Context, userId: string, month: string): Promise<string> {
  const { database } = context;
  const stored = await database.get<{ body: string }>(sql`
    select body from proof_statement where user_id = ${userId} and month = ${month}`);
  if (stored) return stored.body;
  const proof = opened(context, Proof);
  const signedDay = await lastSigned(proof);
  const user = await findUser(database, userId);
  if (!user) throw userMissing(userId);
  const months = await sumsOfMonths(database, userId);
  if (
    month > openMonth(signedDay) ||
    (month < openMonth(signedDay) && !months.some((one) => one.month === month))
  )
    throw notFound(`There is no statement of ${month}. GET /users/${userId}/statements lists them.`);
  const name = `${user.firstName} ${user.lastName}`.trim();
  const body = canonicalJson(await buildStatement(context, proof, { id: userId, name }, month, signedDay));
  if (!isFinal(month, signedDay)) return body;
  await database.run(sql`
    insert into proof_statement (user_id, month, body, issued_at) values (${userId}, ${month}, ${body}, ${context.clock()})
    on conflict (user_id, month) do nothing`);
  return readStatement(context, userId, month);
}
