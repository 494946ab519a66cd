import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { damages } from "./damages.ts";
import { startMoneyWorld } from "./money-world.ts";
import type { PaidService } from "./paid-service.ts";

/** The uses of this world are written without calls. */
const left = ["credits by hour"];
for (const kind of kinds)
  describe.skipIf(kind.missing)(`damage of money on ${kind.dialect}`, () => {
    let world: PaidService;
    beforeAll(async () => {
      world = await startMoneyWorld(kind);
    }, 120_000);
    afterAll(() => world.end());

    const found = (damage?: (typeof damages)[number]) =>
      findingsWith(world.db, world.app.config.comparisons, damage, left);

    test("none is reported of a whole database", async () => {
      expect(await found()).toEqual([]);
    });

    for (const damage of damages)
      test(`${damage.kind}, ${damage.name}`, async () => {
        expect([...(await found(damage))]).toEqual([...damage.says]);
      });
  });

test("each kind of damage is planted twice or more, and three others say why nothing can name them", () => {
  const counts = Map.groupBy(damages, ({ kind }) => kind);
  expect([...counts].filter(([, all]) => all.length < 2).map(([kind]) => kind)).toEqual(["a plan"]);
  const unnamed = damages.filter(({ says }) => says.length === 0);
  expect(unnamed.map(({ kind }) => kind)).toEqual(Array(3).fill("not named"));
});
