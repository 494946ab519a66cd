import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createServe } from "../../../src/calls/dispatch.ts";
import type { LookupApi } from "../../../src/vehicles/families/family.ts";
import type { VehicleRecords } from "../../../src/vehicles/families/record-family.ts";
import { answer, text, texts } from "../../../src/vehicles/families/shape.ts";
import { createRecordTables } from "../../../src/vehicles/imports/staging/record-tables.ts";
import type { Compute } from "../../../src/vehicles/lookups/computed/compute.ts";
import { decoderOf } from "../../../src/vehicles/lookups/decoder.ts";
import { operationsOf } from "../../../src/vehicles/lookups/endpoints.ts";
import { ask, kinds, startService, type TestService } from "../../harness.ts";
import { loadRecords } from "../load-records.ts";
import { lookupCaller } from "./lookup-caller.ts";
import { accordVin } from "./samples.ts";

// The two examples of docs/lookups.md: all that a new family needs, but for its line in each list.

const tireRecords: VehicleRecords = {
  name: "tires",
  kind: "vehicle",
  table: "tire_record",
  levels: ["make", "model"],
  required: 2,
  heading: ["year", "make", "model"],
};

const tires: LookupApi = {
  id: "tires",
  displayName: "Tires",
  description: "Tire sizes of a vehicle.",
  records: [tireRecords],
  families: [
    {
      noun: "Tires",
      title: "Tire sizes",
      base: "/tires",
      tag: "Tires",
      namings: ["ymm", "vin"],
      selector: { base: "/tires/options", tag: "Tire options", steps: ["year", "make", "model"] },
      from: { kind: "record", records: tireRecords },
      response: answer("Tires", texts("year", "make", "model").extend({ sizes: z.array(text) })),
    },
  ],
};

const age: LookupApi = {
  id: "vehicle-age",
  displayName: "Vehicle age",
  description: "How old a vehicle is.",
  families: [
    {
      noun: "VehicleAge",
      title: "The age of a vehicle",
      base: "/vehicle-age",
      tag: "Vehicle age",
      namings: ["vin"],
      from: { kind: "computed" },
      response: answer("VehicleAge", z.object({ vin: text, years: z.int() })),
    },
  ],
};

const vehicleAge: Compute = ({ context, subject }) => {
  const years = new Date(context.clock()).getUTCFullYear() - subject.vehicle.year;
  const data = { vin: subject.vin, years };
  return { body: JSON.stringify({ status: "success", data }), source: decoderOf(context).source };
};

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`families that are added on ${kind.dialect}`, () => {
    let service: TestService;
    let look: (path: string) => ReturnType<typeof ask>;
    beforeAll(async () => {
      service = await startService(kind);
      const { app } = service;
      for (const api of [tires, age])
        await service.ask("PUT", `/apis/${api.id}`, {
          headers: service.operatorHeaders,
          json: { name: api.id, display_name: api.displayName, path: api.id, protocols: ["https"] },
        });
      await createRecordTables(app.database, [tireRecords]);
      const rows = [{ year: 2003, names: ["HONDA", "Accord"], record: { sizes: ["205/60R16"] } }];
      const dataset = { name: "acme-tires", version: "1", source: "test", licence: "none" };
      await loadRecords(app.database, tireRecords, rows, { dataset, now: 1 });
      const { account } = await lookupCaller(service);
      const added = [tires, age].flatMap((api) => operationsOf(api, { "vehicle-age": vehicleAge }));
      const serve = createServe({ ...app, operations: [...app.operations, ...added] });
      look = (path) => ask(serve, "GET", path, { headers: { "x-AuthKey": account.key } });
    });
    afterAll(() => service.end());

    test("a family of records answers under names, VIN and selectors", async () => {
      const found = { year: "2003", make: "HONDA", model: "Accord", sizes: ["205/60R16"] };
      for (const path of ["/tires/2003/honda/accord", `/tires/${accordVin}`]) {
        const got = await look(path);
        expect(got.body).toEqual({ status: "success", data: found });
        expect(got.headers.get("x-data-source")).toBe("acme-tires 1");
      }
      expect((await look("/tires/options/model/2003/honda")).body).toEqual({
        status: "success",
        data: ["Accord"],
      });
      expect((await look("/tires/2003/honda/civic")).body).toMatchObject({ code: "record_not_found" });
    });

    test("a computed family answers what its function makes of the vehicle", async () => {
      const got = await look(`/vehicle-age/${accordVin}`);
      expect(got.body).toEqual({ status: "success", data: { vin: accordVin, years: 23 } });
    });
  });
}

test("a computed family without a function stops the start", () => {
  expect(() => operationsOf(age, {})).toThrow("computed.ts lists no function for /vehicle-age");
});
