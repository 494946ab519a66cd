import { describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { runSource } from "../histories/run-source.ts";
import type { HistorySource } from "../histories/source.ts";
import { grantHistories } from "./source.ts";

const counts = { sqlite: 80, postgres: 8 };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`histories of grants on ${kind.dialect}`, () => {
    test("the program's grants do what their model does", async () => {
      const source = grantHistories as HistorySource;
      const { failures, steps } = await runSource(source, kind, { count: counts[kind.dialect], seed: 1 });
      expect(failures).toEqual([]);
      expect(steps).toBeGreaterThan(counts[kind.dialect] * 20);
    });
  });
