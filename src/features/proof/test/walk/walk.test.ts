import { expect, test } from "bun:test";
import { kinds } from "../../../../../test/database/databases.ts";
import { runSource } from "../../../../../test/model/histories/run-source.ts";
import type { HistorySource } from "../../../../../test/model/histories/source.ts";
import { proofHistories } from "./source.ts";

const counts = { sqlite: 24, postgres: 4 };
/** Another span: seed 59 shows that no epoch is used again, 70 that calls come days late in parts, 77 a refused call. */
const later = { count: 19, seed: 59 };
/** The first seed: these histories have each kind of step, and find each planted flaw. */
const seed = 1;

for (const kind of kinds)
  test.skipIf(kind.missing)(
    `days are cut, proved and signed as the model of proof days does it, on ${kind.dialect}`,
    async () => {
      const count = counts[kind.dialect];
      const { failures, steps } = await runSource(proofHistories as HistorySource, kind, {
        count,
        seed,
        failuresMax: 1,
      });
      expect(failures).toEqual([]);
      if (kind.dialect === "sqlite")
        expect(
          (await runSource(proofHistories as HistorySource, kind, { ...later, failuresMax: 1 })).failures,
        ).toEqual([]);
      expect(steps).toBeGreaterThan(count * 20);
    },
  );

test("histories of proof days have each kind of step", () => {
  const made = Array.from({ length: counts.sqlite }, (_, index) =>
    proofHistories.make(seed + index, "sqlite"),
  );
  expect([...new Set(made.flat().map(({ what }) => what))].sort()).toEqual([
    "a ledger row",
    "amend",
    "apply",
    "apply, and the log refuses it",
    "back up",
    "begin a log",
    "comes back",
    "cut",
    "cut again",
    "dies",
    "make the leaves",
    "midnight",
    "purge",
    "records a call",
    "records a call, its clock a day back",
    "replay on the other database",
    "restore",
    "ship",
    "sign",
    "the replica catches up",
    "the replica takes over",
  ]);
});
