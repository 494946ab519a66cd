import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { repairRecords } from "../../../src/vehicles/families/apis/repair-estimates.ts";
import { specificationRecords } from "../../../src/vehicles/families/apis/ymm-specs.ts";
import type { VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { schemaFaults } from "../lookups/json-schema.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { repairEstimates } from "../lookups/schemas.ts";
import { load, unload } from "./records.ts";

const accord = "1HGCM82633A004352";
const tesla = "5YJ3E1EA7KF317000";

interface Repairs {
  readonly data: {
    data: { repair: { trim: string; repair: { readonly value: string }[] }[]; basis?: string };
  };
}

const basisOf = (costs: string) =>
  `${costs} are this service's own estimates, computed from its table of labor hours, labor rates and parts prices. They are no quote.`;

const own = (trim: string, value: string): VehicleRow => ({
  year: 2003,
  names: ["HONDA", "Accord", trim],
  record: {
    repair: [
      {
        title: value,
        description: "",
        value,
        costs: [
          { name: "Parts", desc: "", high: 9, low: 1 },
          { name: "Labor", desc: "", high: 0, low: 0 },
        ],
      },
    ],
  },
});

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`whose figures repair estimates have on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
    });
    afterAll(() => service.end());
    const repairs = async (path: string) => (await caller.lookUp(path)).body as Repairs;

    test("computed costs are called the service's own estimates", async () => {
      const { repair: _, ...heading } = (await repairs(`/repair-estimates/${accord}`)).data.data;
      expect(heading as object).toEqual({
        year: "2003",
        make: "HONDA",
        model: "Accord",
        basis: basisOf("These costs"),
      });
    });

    test("the operator's own records win over computed ones", async () => {
      await load(service, repairRecords, [own("EX-V6", "own-service"), own("Special", "special-service")]);
      const got = await caller.lookUp(`/repair-estimates/${accord}`);
      expect(got.headers.get("x-data-source")).toBe("sample 1");
      expect(schemaFaults(repairEstimates, got.body)).toEqual([]);
      const groups = (body: Repairs) =>
        body.data.data.repair.map(({ trim, repair }) => [
          trim,
          ...repair.slice(0, 1).map(({ value }) => value),
        ]);
      expect(groups(got.body as Repairs)).toEqual([["EX-V6", "own-service"]]);
      expect(groups(await repairs("/repair-estimates/2003/honda/accord/special"))).toEqual([
        ["Special", "special-service"],
      ]);
      expect(groups(await repairs("/repair-estimates/2003/honda/accord/lx"))).toEqual([["LX", "oil-change"]]);
      expect((got.body as Repairs).data.data.basis).toBeUndefined();
      await unload(service, repairRecords);
    });

    test("an answer names the trims without records", async () => {
      const trims = ["Long Range", "Performance"];
      const rows = trims.map((trim) => ({
        ...own(trim, "own-service"),
        year: 2019,
        names: ["TESLA", "Model 3", trim],
      }));
      await load(
        service,
        specificationRecords,
        rows.map(({ names, year }) => ({ year, names: [...names, ""], record: {} })),
      );
      await load(service, repairRecords, rows.slice(0, 1));
      const { data } = (await repairs(`/repair-estimates/${tesla}`)).data;
      expect([data.repair.map(({ trim }) => trim), data.basis]).toEqual([
        trims,
        basisOf("The costs of Performance"),
      ]);
      await unload(service, repairRecords);
      await unload(service, specificationRecords);
    });
  });
}
