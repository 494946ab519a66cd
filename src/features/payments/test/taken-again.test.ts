import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { runHistory, Totals } from "./history/run-history.ts";
import type { Step, What } from "./history/steps.ts";

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
  {
    name: "a charge is not made again when its key is forgotten",
    slowDebits: "wait",
    steps: named([
      ["buy by card, error after the effect", 0, 0, 0],
      ["days pass", 0, 0, 1],
    ]),
  },
  {
    name: "credits come back with a refund that fails",
    slowDebits: "wait",
    steps: named([
      ["buy on a page", 0, 0, 0],
      ["refund", 0, 2, 0],
      ["refund fails", 0, 0, 0],
    ]),
  },
] as const;

for (const kind of kinds.filter(({ dialect }) => dialect === "sqlite"))
  describe(`money in histories that were wrong on ${kind.dialect}`, () => {
    for (const { name, ...history } of found)
      test(name, async () => {
        expect(await runHistory(kind, history, new Totals())).toEqual([]);
      });
  });
