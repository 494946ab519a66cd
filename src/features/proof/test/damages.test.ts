import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { type Damage, findingsWith } from "../../../../test/metering/planted-damage.ts";
import { damages } from "./damages.ts";
import { movedDamages } from "./moved-damages.ts";
import { startMovedMonths } from "./moved-months.ts";
import { startProvedMonth } from "./proved-month.ts";
import type { ProvedService } from "./proved-service.ts";

const worlds = [
  { name: "damage of proofs", damages, start: startProvedMonth },
  {
    name: "damage of proofs with moves",
    damages: movedDamages,
    start: async (kind: (typeof kinds)[number]) => (await startMovedMonths(kind)).service,
  },
];

for (const kind of kinds)
  for (const { name, damages, start } of worlds)
    describe.skipIf(kind.missing)(`${name} on ${kind.dialect}`, () => {
      let world: ProvedService;
      beforeAll(async () => {
        world = await start(kind);
      }, 120_000);
      afterAll(() => world.end());

      const found = (damage?: Damage) => findingsWith(world.db, world.app.config.comparisons, damage);

      test("none is reported of a whole database", async () => {
        expect(await found()).toEqual([]);
      });

      for (const damage of damages)
        test(`${damage.kind}, ${damage.name}`, async () => {
          expect([...(await found(damage))]).toEqual([...damage.says]);
        });
    });
