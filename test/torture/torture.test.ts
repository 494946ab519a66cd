import { describe, expect, test } from "bun:test";
import { kinds } from "../database/databases.ts";
import { sufferKills } from "./kills.ts";
import { locked, stopped, sufferOutages } from "./outages.ts";

// One kill and one outage of each database; torture.long.test.ts has more of them. A busy machine is no fault, so the
// limit for hangs is long.
const hangMs = 60_000;
const perSecond = 1000;

for (const { dialect, missing } of kinds)
  describe.skipIf(missing)(`the service over HTTP on ${dialect}`, () => {
    test("a kill under load: answered calls are charged and reported once", async () => {
      const nodes = dialect === "postgres" ? 2 : 1;
      const result = await sufferKills({ dialect, nodes, hangMs, perSecond }, 1);
      expect(result.broken).toEqual([]);
      expect(result.figures.kills).toBe(1);
      expect(result.figures["consistency checks passed"]).toBeGreaterThan(0);
      expect(result.outcome.acknowledged).toBeGreaterThan(80);
    });

    test("an outage of the database under load loses no answered call", async () => {
      const settings = { VINGATE_STALE_KEY_TTL: "1" };
      const lengths = { beforeMs: 300, outageMs: 1500, afterMs: 300, untilRefused: true };
      const outage = dialect === "postgres" ? stopped : locked;
      const scenario = { dialect, nodes: 1, hangMs, perSecond, settings };
      const result = await sufferOutages(scenario, lengths, [outage]);
      expect(result.broken).toEqual([]);
      expect(result.figures[`${outage.name}: 503 during it`]).toBeGreaterThan(0);
      expect(result.outcome.acknowledged).toBeGreaterThan(80);
    });
  });
