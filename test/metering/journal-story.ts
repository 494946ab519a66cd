import { uuidv7 } from "../../src/base/ids.ts";
import type { Database } from "../../src/database/database.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits, type CreditRequest } from "../../src/metering/credits/acquire.ts";
import { bump } from "../../src/metering/credits/bump.ts";
import { closeJournal, expireJournal } from "../../src/metering/credits/close-journal.ts";
import { releaseCredits } from "../../src/metering/credits/release.ts";
import { findJournal, openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import type { NumberedCall } from "../../src/metering/usage/usage.ts";
import { callOf, start } from "./test-nodes.ts";

export const calls = (from: number, credits: readonly [string, number][]): NumberedCall[] =>
  credits.map(([id, cost], index) => ({
    seq: from + index,
    call: callOf(id, cost, { at: start + from + index }),
  }));

export const ask = (subscriptionId: string, op: number, need: number, amount = need): CreditRequest => ({
  subscriptionId,
  op,
  need,
  amount,
});

export const open = (db: Database, journalId: string) =>
  openJournal(db, { journalId, node: "n", place: "p", at: start });

/** The life of a journal, and of one that expires and returns: each step has its own numbers. */
export function story(
  journal: string,
  sub: (name: string) => string,
): ((db: Database) => Promise<unknown>)[] {
  const other = `${journal}-other`;
  const applied = (journalId: string, records: NumberedCall[]) => (db: Database) =>
    apply(db, { journalId, records, now: start }, writeUsage);
  const [a, b] = [sub("a"), sub("b")];
  const first = calls(1, [
    [a, 2],
    [b, 1],
    [a, 0],
    [a, 3],
  ]);
  const second = calls(5, [
    [b, 2],
    [a, 1],
  ]);
  return [
    (db) => open(db, journal),
    (db) => open(db, other),
    (db) =>
      acquireCredits(new OwnedJournals(db), journal, {
        requests: [ask(a, 1, 6), ask(b, 1, 4)],
        share: 4,
      }),
    (db) => acquireCredits(new OwnedJournals(db), other, { requests: [ask(a, 1, 9)], share: 4 }),
    applied(journal, first),
    (db) =>
      releaseCredits(new OwnedJournals(db), journal, [
        { subscriptionId: a, op: 2, amount: 0 },
        { subscriptionId: b, op: 2, amount: 1 },
      ]),
    applied(journal, second),
    async (db) => expireJournal(db, other, (await findJournal(db, other))!.commit_count, start),
    (db) => acquireCredits(new OwnedJournals(db), journal, { requests: [ask(a, 3, 50)], share: 4 }),
    // It had spent five of the released credits, and then all that was left.
    applied(other, calls(1, [[a, 5]])),
    (db) => closeJournal(db, journal, 6, start),
    applied(other, calls(2, [[a, 9]])),
    (db) => db.transaction((tx) => bump(tx, bumpOf(a)), { repeatable: true }),
  ];
}

export const bumpOf = (subscriptionId: string) => ({
  id: uuidv7(start),
  subscriptionId,
  credits: 7,
  reason: null,
  idempotencyKey: "k",
  actor: "test",
  at: start,
});
