import { expect, test } from "bun:test";
import { verifyStatement } from "../../verify/src/index.ts";
import { makeStatement } from "./made-statement.ts";
import { filesOf, isDay, leafLine, type Made, recheck, recount, resign } from "./model.ts";
import { base64, leafOf, wholeRoots } from "./proofs.ts";
import { runSecond, secondMissing } from "./run-second.ts";

const id = "sub-1";

const signAgain = (made: Made): Made => {
  recheck(made);
  resign(made);
  return made;
};

const leavesOf = ({ statement, earlier }: Made) => [
  ...earlier.get(id)!,
  ...statement.subscriptions[0]!.days.map((leaf) => leafOf(leafLine(id, leaf))),
];

/** October, and a November whose log continues it. */
function twoMonths(seed: number): { october: Made; november: Made } {
  const october = makeStatement(seed, { subscriptions: 1, days: 6, callsPerDay: 4 });
  const november = makeStatement(seed + 1000, { subscriptions: 1, days: 5, callsPerDay: 4 });
  const { statement } = november;
  const [one] = statement.subscriptions;
  Object.assign(statement, { month: "2026-11", issued_at: Date.UTC(2026, 11, 1), key: october.key.line });
  for (const leaf of one!.days) if (isDay(leaf)) leaf.day = leaf.day.replace("2026-10", "2026-11");
  const before = leavesOf(october);
  november.earlier.set(id, before);
  one!.earlier = { size: before.length, hashes: wholeRoots(before).map(base64) };
  november.key = october.key;
  return { october, november: signAgain(november) };
}

/** A part of a month: without its last days. */
function partOf(made: Made, days: number, issuedAt: number): Made {
  const part = structuredClone({ ...made, key: undefined }) as unknown as Made;
  part.key = made.key;
  part.earlier = made.earlier;
  const [one] = part.statement.subscriptions;
  one!.days = one!.days.slice(0, days);
  const last = one!.days.filter(isDay).at(-1);
  const rows = (last?.ledger_rows ?? one!.opening.ledger_rows) - one!.opening.ledger_rows;
  one!.ledger = one!.ledger.slice(0, rows);
  const used = one!.days.filter(isDay).reduce((sum, { credits }) => sum + credits, 0);
  const added = one!.ledger.reduce((sum, { delta }) => sum + delta, 0);
  one!.closing = {
    balance: one!.opening.balance! + added - used,
    ledger_rows: one!.opening.ledger_rows + rows,
    ledger_head: one!.ledger.at(-1)?.head ?? one!.opening.ledger_head,
  };
  const calls = one!.days.filter(isDay).reduce((sum, day) => sum + day.calls, 0);
  one!.usage = [
    ...(used > 0 ? [{ operation: "x", class: "charged", calls: Math.min(used, calls), credits: used }] : []),
    ...(calls > used
      ? [{ operation: "x", class: "free", calls: calls - Math.min(used, calls), credits: 0 }]
      : []),
  ].filter((line) => line.calls > 0);
  Object.assign(part.statement, { issued_at: issuedAt, state: "provisional" });
  return signAgain(part);
}

/** The verdict and the findings about consistency of a statement after others, and of the second verifier. */
async function after(made: Made, seen: string) {
  const { statement, calls: _, receipts: __, ...files } = filesOf(made);
  const { verdict, findings, checkpoints } = await verifyStatement({ statement, key: files.key, seen });
  const [second] = runSecond([{ statement, seen }]);
  const texts = findings.filter(({ check }) => check === "consistency").map(({ text }) => text);
  return { verdict, second: second!, texts, kept: Object.values(checkpoints).join("---\n"), findings };
}

const run = test.skipIf(secondMissing !== undefined);

run("a statement that is older than a seen one is no fork", async () => {
  for (let seed = 1; seed < 20; seed++) {
    const { october, november } = twoMonths(seed);
    const first = await after(november, "");
    expect([seed, first.verdict, first.second]).toEqual([seed, "holds", "holds"]);
    const older = await after(october, first.kept);
    expect([older.verdict, older.second]).toEqual(["holds", "holds"]);
    expect(older.texts).toEqual([`${id}: is the log before the later statement of 2026-11 that you saw.`]);
    // What is kept stays that of November.
    expect(older.kept).toBe(first.kept);
    const again = await after(november, older.kept);
    expect([again.verdict, again.second]).toEqual(["holds", "holds"]);
  }
});

run("an older provisional statement of the seen month is no fork", async () => {
  const { november } = twoMonths(3);
  const { kept } = await after(november, "");
  const older = await after(partOf(november, 2, Date.UTC(2026, 10, 10)), kept);
  expect([older.verdict, older.second]).toEqual(["provisional", "provisional"]);
  expect(older.kept).toBe(kept);
});

run("a newer statement with fewer leaves is a fork", async () => {
  const { november } = twoMonths(3);
  const { kept } = await after(november, "");
  const fork = await after(partOf(november, 2, Date.UTC(2026, 11, 2)), kept);
  expect([fork.verdict, fork.second]).toEqual(["fails", "fails: a checkpoint that was seen has more leaves"]);
  expect(fork.texts[0]).toMatch(/only: it does not continue that one\.$/);
});

run("an older statement with another log than that before a seen one is a fork", async () => {
  for (let seed = 1; seed < 10; seed++) {
    const { october, november } = twoMonths(seed);
    const { kept } = await after(november, "");
    october.calls.find(({ day }) => day !== "2026-10-01")!.at += 1;
    recount(october);
    const fork = await after(signAgain(october), kept);
    expect([fork.verdict, fork.second]).toEqual([
      "fails",
      "fails: a later statement that was seen has another log before it",
    ]);
    expect(fork.texts).toEqual([
      `${id}: the later statement of 2026-11 that you saw has another log before it.`,
    ]);
  }
});

run("an older statement with more leaves than are before a seen one is a fork", async () => {
  const { october, november } = twoMonths(5);
  const before = leavesOf(october).slice(0, -1);
  november.earlier.set(id, before);
  november.statement.subscriptions[0]!.earlier = {
    size: before.length,
    hashes: wholeRoots(before).map(base64),
  };
  const { kept } = await after(signAgain(november), "");
  const fork = await after(october, kept);
  expect([fork.verdict, fork.second]).toEqual([
    "fails",
    "fails: a later statement that was seen has fewer leaves before it",
  ]);
});

run("an older statement of an earlier epoch than the seen one is no fork", async () => {
  const { october, november } = twoMonths(6);
  november.statement.subscriptions[0]!.epoch = 7;
  const { kept } = await after(signAgain(november), "");
  const older = await after(october, kept);
  expect([older.verdict, older.second]).toEqual(["holds", "holds"]);
  // Without the statement in which it was seen, it is equal to one that was cut back.
  const bare = kept.replace(/— seen.+\n/, "");
  expect((await after(october, bare)).verdict).toBe("fails");
});

run("the log of another account that had the subscription is not compared", async () => {
  const { october, november } = twoMonths(7);
  const { statement } = november;
  const [one] = statement.subscriptions;
  Object.assign(statement, { account: { id: "user-2", name: "" } });
  one!.epoch = 1_000_001;
  const { kept } = await after(signAgain(november), "");
  const former = await after(october, kept);
  expect([former.verdict, former.second]).toEqual(["holds", "holds"]);
  expect(former.texts).toEqual([`${id}: you have no earlier checkpoint.`]);
});
