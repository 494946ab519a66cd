import { type CredentialKind, credentialKinds, ended, type Outcome, type Why } from "../access/ended.ts";
import { causedHere, requireEntered } from "../access/entered.ts";
import { coreCredentials, type Whose } from "../access/kept-credential.ts";
import { noteChange } from "../access/keys/changes.ts";
import { noteRemaining } from "../access/remaining.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Opened } from "./opened.ts";
import { given } from "./ports.ts";
import { keptCredentials } from "./sign-in-ports.ts";

/** How many of each kind have ended. */
export type EndedCounts = Readonly<Record<CredentialKind, number>>;

/**
 * Ends the credentials of a user that an event ends, in its transaction, in which the user is locked. What the user
 * has under way, such as a sign-in whose password is being checked, began before the event and ends with it: the
 * epoch marks it. What remains, and is shown to the user, is noted. All nodes learn it, and admit open answers again.
 */
export async function credentialsEnded(
  tx: Queries,
  { running, clock }: { readonly running: readonly Opened[]; clock(): number },
  whose: Whose,
  why: Why,
): Promise<EndedCounts> {
  if (whose.session !== undefined) {
    await requireEntered(tx, whose.session);
    causedHere.add(tx);
  }
  const whoseAll = { ...whose, since: undefined };
  const counts = Object.fromEntries(credentialKinds.map((kind) => [kind, 0])) as Record<
    CredentialKind,
    number
  >;
  const kept = [...coreCredentials, ...given(running, keptCredentials).flat()];
  const outcomes = new Map<CredentialKind, Outcome>([["keys", ended[why].keys]]);
  for (const one of kept) {
    const outcome = one.ends ? (one.ends[why] ?? "keep") : ended[why][one.kind];
    outcomes.set(one.kind, outcome);
    if (endingOutcomes.has(outcome))
      counts[one.kind] += await one.end(tx, outcome === "later" ? whose : whoseAll);
  }
  await noteRemaining(tx, whose, why, outcomes, clock());
  if (ended[why].links === "end")
    await tx.run(sql`update app_user set epoch = epoch + 1 where id = ${whose.userId}`);
  // What the transaction changes afterwards is not missed: the note is a row of it, which no node reads before the commit.
  await noteChange(tx, `/users/${whose.userId}`);
  return counts;
}

const endingOutcomes: ReadonlySet<Outcome> = new Set(["end", "its", "later"]);
