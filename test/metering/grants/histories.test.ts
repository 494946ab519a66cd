import { describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { runHistories } from "./histories.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`histories of grants on ${kind.dialect}`, () => {
    test("end as if each call had been paid at its own moment", async () => {
      const count = kind.dialect === "sqlite" ? 512 : 128;
      expect(await runHistories(kind, { count, seed: 1, steps: 120 })).toEqual({
        compared: count,
        differences: [],
      });
    });
  });
