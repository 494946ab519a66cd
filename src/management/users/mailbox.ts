import { hash } from "node:crypto";
import { dayMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import { ApiError } from "../../http/errors.ts";
import { emailKey } from "../common/user-resource.ts";

/** Letters of other scripts that most fonts draw like a Latin one (Unicode's confusables, UTS 39), by that letter. */
const drawnAlike: Readonly<Record<string, string>> = {
  a: "аαɑ",
  c: "сϲ",
  d: "ԁ",
  e: "еҽ",
  g: "ɡց",
  h: "һհ",
  i: "іι",
  j: "јϳ",
  k: "κк",
  l: "ӏ",
  n: "ոп",
  o: "оοօ",
  p: "рρ",
  q: "ԛզ",
  s: "ѕ",
  u: "սυ",
  v: "ѵν",
  w: "ԝω",
  x: "хχ",
  y: "уγү",
};

const latin = new Map(
  Object.entries(drawnAlike).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/**
 * The mailbox that an address leads to, as far as this can be known: without a tag after `+`, and with look-alike letters
 * as Latin ones.
 */
export function mailboxOf(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf("@");
  const [local = ""] = key.slice(0, at).split("+");
  // An address that begins with + has no other name.
  const address = (local === "" ? key.slice(0, at) : local) + key.slice(at);
  return [...address].map((letter) => latin.get(letter) ?? letter).join("");
}

const taken = () => new ApiError("conflict", "An account with this email already exists.");

/** Whether somebody has signed up with the mailbox, or has an account of its plain address. */
export async function isMailboxTaken(db: Queries, email: string): Promise<boolean> {
  const mailbox = mailboxOf(email);
  const found = await db.get(sql`
    select 1 as found from trial_mailbox where mailbox = ${mailbox}
    union all select 1 from app_user where email_key in (${mailbox}, ${emailKey(email)}) limit 1`);
  return found !== undefined;
}

/** Notes that a mailbox has signed up. Throws 409 if it has already, `UniqueViolation` if it does at the same time. */
export async function takeMailbox(tx: Queries, email: string, userId: string): Promise<void> {
  if (await isMailboxTaken(tx, email)) throw taken();
  await tx.run(sql`insert into trial_mailbox (mailbox, user_id) values (${mailboxOf(email)}, ${userId})`);
}

/** For so long a mailbox gets no second trial after its account was closed. */
export const closedKeptDays = 730;

/** It is only compared, so a digest suffices. */
const closedDigest = (mailbox: string): string => hash("sha256", `closed mailbox ${mailbox}`, "hex");

/** Of accounts that a restore may not know, too: a mailbox has one trial. */
export const mailboxesClosed: DecisionKind<{ readonly digest: string }> = {
  name: "mailbox",
  group: "erased",
  shown: "mailboxes closed",
  unconfirmed: "done",
  replay: (tx, { digest }, { at }) =>
    tx.run(sql`
      insert into closed_mailbox (digest, closed_at) values (${digest}, ${at})
      on conflict (digest) do update set closed_at = excluded.closed_at where closed_mailbox.closed_at < ${at}`),
};

/** Replaces the mailbox of a deleted account by its digest. */
export async function closeMailbox(tx: Queries, userId: string, now: number): Promise<void> {
  const taken = await tx.all<{ mailbox: string }>(
    sql`delete from trial_mailbox where user_id = ${userId} returning mailbox`,
  );
  for (const { mailbox } of taken) {
    const digest = closedDigest(mailbox);
    await tx.run(sql`
      insert into closed_mailbox (digest, closed_at) values (${digest}, ${now})
      on conflict (digest) do update set closed_at = excluded.closed_at`);
    decide(tx, mailboxesClosed, { digest });
  }
}

/** Whether an account of the mailbox that had trial credits was closed within two years. */
export async function hadTrial(tx: Queries, email: string): Promise<boolean> {
  const digest = closedDigest(mailboxOf(email));
  return (await tx.get(sql`select 1 as found from closed_mailbox where digest = ${digest}`)) !== undefined;
}

export async function purgeClosedMailboxes(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from closed_mailbox where closed_at <= ${now - closedKeptDays * dayMs}`);
}
