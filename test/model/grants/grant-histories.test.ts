import { describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { runSource } from "../histories/run-source.ts";
import type { HistorySource } from "../histories/source.ts";
import { grantHistories } from "./source.ts";

const counts = { sqlite: 80, postgres: 8 };
/** Histories that find flaws which the first ones do not: each is one planted bug of `grant-flaws.ts`. */
const seeds = { sqlite: [102, 251, 401, 810], postgres: [] } as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`histories of grants on ${kind.dialect}`, () => {
    test("the program's grants do what their model does", async () => {
      const source = grantHistories as HistorySource;
      const { failures, steps } = await runSource(source, kind, { count: counts[kind.dialect], seed: 1 });
      expect(failures).toEqual([]);
      expect(steps).toBeGreaterThan(counts[kind.dialect] * 20);
      for (const seed of seeds[kind.dialect])
        expect([seed, (await runSource(source, kind, { count: 1, seed })).failures]).toEqual([seed, []]);
    });
  });
