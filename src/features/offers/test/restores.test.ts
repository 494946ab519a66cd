import { describe, expect, test } from "bun:test";
import { startWorld } from "../../../../test/decisions/world.ts";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { growth } from "./offer-terms.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of offers on ${kind.dialect}`, () => {
    test("versions come back whole, and the next one continues", async () => {
      const world = await startWorld(kind);
      const put = (path: string, json: object) =>
        world.service.ask("PUT", path, { headers: world.service.operatorHeaders, json });
      const publish = (price_minor: number) => put("/products/p/offer", { ...growth, price_minor });
      const rows = () => world.service.app.database.all(sql`select * from product_offer order by version`);
      try {
        await put("/products/p", { state: "published", display_name: "p", credits_granted: 15 });
        await publish(100);
        const point = await world.point();
        await publish(200);
        const seen = await rows();
        await world.goBack(point);
        expect(await rows()).toEqual(seen);
        expect((await publish(300)).body).toMatchObject({ version: 3 });
      } finally {
        await world.end();
      }
    });
  });
