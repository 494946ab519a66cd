import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";

const harley = "1HD1KB4197Y722798";
const accord = "1HGCM82633A004352";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`motorcycles on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
    });
    afterAll(() => service.end());

    test("a VIN has the groups of its decode and motorcycle facts", async () => {
      const got = await caller.lookUp(`/motorcycle-decode/${harley}`);
      expect(got.status).toBe(200);
      const decoded = (await caller.lookUp(`/vin-decoder/${harley}`)).body as { data: object };
      const { data } = got.body as { data: Record<string, unknown> };
      expect(data).toEqual({
        ...decoded.data,
        displacement_cc: data.displacement_cc,
        engine_cycles: data.engine_cycles,
        chassis: data.chassis,
        suspension: data.suspension,
      });
      expect(data.basic).toMatchObject({ make: "HARLEY-DAVIDSON", year: "2007", vehicle_type: "MOTORCYCLE" });
      expect(Number(data.displacement_cc)).toBeGreaterThan(1000);
    });

    test("a model has the common facts of its motorcycles, and no VIN", async () => {
      const got = await caller.lookUp("/motorcycle-decode/2007/harley/street-glide");
      expect(got.status).toBe(200);
      const { data } = got.body as { data: Record<string, Record<string, unknown>> };
      const { data: ofVin } = (await caller.lookUp(`/motorcycle-decode/${harley}`))
        .body as typeof got.body & {
        data: typeof data;
      };
      expect(data.intro).toEqual({ vin: "" });
      expect(data.basic).toMatchObject({ make: "HARLEY-DAVIDSON", model: "Street Glide", year: "2007" });
      expect(data.note).toBe(
        "No VIN was given: this is what all motorcycles of the model have in common." as never,
      );
      expect(Object.keys(data)).toEqual(
        Object.keys(ofVin)
          .filter((name) => name !== "check" && name !== "derived")
          .concat("note"),
      );
      // Every reported value is true of one of them.
      for (const [group, members] of Object.entries(data))
        if (typeof members === "object" && group !== "intro")
          for (const [member, value] of Object.entries(members))
            expect([group, member, ["", ofVin[group]![member]].includes(value)]).toEqual([
              group,
              member,
              true,
            ]);
    });

    test("facts of only some motorcycles are not the model's", async () => {
      const got = await caller.lookUp("/motorcycle-decode/2015/yamaha/yzf-r6");
      const { data } = got.body as { data: Record<string, Record<string, unknown>> };
      // Made by more than one manufacturer, in more than one country.
      expect(data.manufacturer).toEqual({
        manufacturer: "",
        region: "",
        country: "",
        plant_city: "",
        plant_country: "",
      });
      expect(data.engine).toMatchObject({ cylinders: "4", engine_size: "0.599", engine_capacity: "599" });
      expect(data.displacement_cc).toBe("599" as never);
    });

    test("another vehicle is 404 with its type", async () => {
      const got = await caller.lookUp(`/motorcycle-decode/${accord}`);
      expect(got.body).toEqual({
        ...problem(
          "record_not_found",
          404,
          "Record not found",
          `The VIN ${accord} is that of a passenger car, not of a motorcycle. /vin-decoder decodes it.`,
          got,
        ),
        suggestions: [],
      });
      expect((await caller.lookUp("/motorcycle-decode/2003/honda/accord")).status).toBe(404);
    });

    test("every model in the selectors has a response", async () => {
      const list = async (path: string) => ((await caller.lookUp(path)).body as { data: string[] }).data;
      const at = (names: readonly string[]) => names.map(encodeURIComponent).join("/");
      for (const year of (await list("/motorcycle-decode/options/year")).filter(
        (_, index) => index % 15 === 3,
      ))
        for (const make of (await list(`/motorcycle-decode/options/make/${year}`))
          .slice(0, 40)
          .filter((_, i) => i % 8 === 0)) {
          const models = await list(`/motorcycle-decode/options/model/${at([year, make])}`);
          const got = await caller.lookUp(`/motorcycle-decode/${at([year, make, models[0]!])}`);
          expect([got.status, (got.body as { data: { basic: object } }).data?.basic]).toMatchObject([
            200,
            { make, model: models[0]!, year },
          ]);
        }
    });
  });
}
