import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { randomFor } from "../../tools/demo/random.ts";
import { type DemoService, startDemo } from "./demo-service.ts";

type Texts = Readonly<Record<string, string>>;

interface Registered {
  readonly plate: string;
  readonly state: string;
  readonly vin: string;
}

describe("the demo set's vehicles", () => {
  let demo: DemoService;
  let registered: readonly Registered[];

  beforeAll(async () => {
    demo = await startDemo();
    const all = await demo.service.app.database.all<Registered>(
      sql`select plate, state, vin from plate_record order by vin`,
    );
    const random = randomFor(5, "sample");
    registered = all.filter(() => random.chance(0.15));
  }, 180_000);
  afterAll(() => demo.service.end());

  const basicOf = async (vin: string): Promise<Texts> => {
    const { body } = await demo.caller.lookUp(`/vin-decoder/${vin}`);
    return (body as { data: { basic: Texts } }).data.basic;
  };

  test("a plate has the facts that its VIN decodes to", async () => {
    expect(registered.length).toBeGreaterThan(300);
    const differing: string[] = [];
    for (const { plate, state, vin } of registered) {
      const { body } = await demo.caller.lookUp(`/us-plate-decode/${plate}/${state}`);
      const { data } = body as { data: Texts };
      const { year, make, model, trim, body_type } = await basicOf(vin);
      const found = { vin: data.vin, year: data.year, make: data.make, model: data.model, trim: data.trim };
      if (!Bun.deepEquals(found, { vin, year, make, model, trim }) || data.body_type !== body_type)
        differing.push(`${plate} ${state} ${JSON.stringify(found)}`);
    }
    expect(differing).toEqual([]);
  });

  test("families agree on a car's year, make and model", async () => {
    const wrong: string[] = [];
    for (const { vin } of registered) {
      const basic = await basicOf(vin);
      if (basic.vehicle_type === "MOTORCYCLE") continue;
      const { body: whole } = await demo.caller.lookUp(`/oem-vin-decode/${vin}`);
      const { fuel, engine } = (whole as { data: Readonly<Record<"fuel" | "engine", Texts>> }).data;
      const electric = fuel.fuel_type === "Electric" || engine.electrification_level!.startsWith("BEV");
      for (const family of [
        "headlight-assembly",
        "windshield",
        "windshield-api",
        "vehicle-images",
        "oil-lookup",
      ]) {
        if (family === "oil-lookup" && electric) continue;
        const got = await demo.caller.lookUp(`/${family}/${vin}`);
        const { data } = got.body as { data?: Texts };
        if (data?.year !== basic.year || data?.make !== basic.make || data?.model !== basic.model)
          wrong.push(`/${family}/${vin} ${got.status} ${got.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("electric cars have no oil or engine parts", async () => {
    const { database } = demo.service.app;
    const tesla = await database.all<{ count: number }>(
      sql`select count(*) as count from oil_record where make_key = 'tesla'`,
    );
    expect(tesla).toEqual([{ count: 0 }]);
    const parts = await database.all<{ subcategory: string }>(
      sql`select distinct subcategory from part_record where make_key = 'tesla' order by subcategory`,
    );
    expect(parts.map(({ subcategory }) => subcategory)).not.toContain("Ignition");
    expect(parts.length).toBeGreaterThan(5);
  });

  test("every family's records name vehicles of other families", async () => {
    const { database } = demo.service.app;
    const strangers = await database.all(sql`
      select distinct p.year, p.make, p.model, p.trim from part_record p
      where not exists (select 1 from specification_record s where s.year = p.year
        and s.make_key = p.make_key and s.model_key = p.model_key and s.trim_key = p.trim_key)`);
    expect(strangers).toEqual([]);
  });
});
