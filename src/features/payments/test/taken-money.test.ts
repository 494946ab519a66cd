import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { kinds } from "../../../../test/harness.ts";
import { runHistory, Totals } from "./history/run-history.ts";
import { histories, type Step, type What } from "./history/steps.ts";

const steps = 30;
const seeds = { sqlite: [63], postgres: [12] };

/** Steps by name, each with its three numbers. */
const named = (all: readonly (readonly [What, number, number, number])[]): Step[] =>
  all.map(([what, who, of, size]) => ({ what, who, of, size }));

/** Histories that have found faults, cut to what is needed of them. */
const found = [
  {
    name: "a refund that fails before a restore has its credit note taken back",
    slowDebits: "grant",
    steps: named([
      ["refund", 413, 678, 516],
      ["refund fails", 243, 209, 227],
      ["restore", 27, 729, 159],
    ]),
  },
  {
    name: "a refund that two restores find has one credit note",
    slowDebits: "grant",
    steps: named([
      ["buy on a page", 538, 627, 828],
      ["back up", 366, 715, 667],
      ["refund at the provider", 431, 512, 634],
      ["restore", 89, 570, 889],
      ["restore", 246, 135, 513],
    ]),
  },
  {
    name: "a debit that runs while its payment is lost is decided once",
    slowDebits: "grant",
    steps: named([
      ["debits are slow", 742, 85, 962],
      ["buy by card", 624, 948, 221],
      ["restore without log", 509, 588, 618],
    ]),
  },
  {
    name: "credits of a debit that has failed are of a period that is not paid",
    slowDebits: "grant",
    steps: named([
      ["a month ends", 232, 822, 262],
      ["debits are slow and fail", 888, 712, 560],
      ["a month ends", 571, 682, 239],
    ]),
  },
] as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money and what the provider took on ${kind.dialect}`, () => {
    if (kind.dialect === "sqlite")
      for (const { name, ...history } of found)
        test(name, async () => {
          expect(await runHistory(kind, history, new Totals())).toEqual([]);
        });

    for (const seed of seeds[kind.dialect])
      test(`in history ${seed} no cent and no credit is off`, async () => {
        const [history] = fc.sample(histories(steps), { seed, numRuns: 1 });
        expect(await runHistory(kind, history!, new Totals())).toEqual([]);
      });
  });
