import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { headlightRecords } from "../../../src/vehicles/families/apis/headlight-assembly.ts";
import { decoderOf } from "../../../src/vehicles/lookups/decoder.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { type Got, kinds, problem, startService, type TestService } from "../../harness.ts";
import { loadRecords, removeRecords } from "../load-records.ts";
import { schemaFaults } from "./json-schema.ts";
import { type LookupCaller, lookupCaller } from "./lookup-caller.ts";
import { accordVin, loadSamples, oldVin } from "./samples.ts";
import { auctionHistory, salesHistory } from "./schemas.ts";

/** Status, how well the record meets the vehicle, and the data. */
const seen = (got: Got) => [got.status, got.headers.get("x-match"), (got.body as { data?: unknown }).data];
const dataOf = <T>(got: Got) => (got.body as { data: T }).data;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`stored records on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    const look = (path: string) => who.lookUp(path);
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      await loadSamples(service);
    });
    afterAll(() => service.end());

    test("a record is found by VIN and by names in any spelling", async () => {
      const named = await look("/headlight-assembly/2003/HONDA/Accord");
      expect(named.headers.get("x-data-source")).toBe("samples 1");
      expect(dataOf<object>(named)).toMatchObject({ year: "2003", make: "HONDA", model: "Accord" });
      for (const path of ["/headlight-assembly/2003/honda/ACC-ord", `/headlight-assembly/${accordVin}`])
        expect((await look(path)).text).toBe(named.text);
      expect((await look(`/headlight-assembly/${accordVin}`)).headers.get("x-match")).toBe("exact");
    });

    test("a plate, its VIN and its model find the same windshield", async () => {
      const [plate, vin, direct, model] = await Promise.all(
        [
          "/windshield-api/demo-123/ca",
          `/windshield-api/${accordVin}`,
          `/windshield/${accordVin}`,
          "/windshield-api/2003/honda/accord",
        ].map(look),
      );
      expect(plate!.text).toBe(vin!.text);
      expect(direct!.text).toBe(vin!.text);
      expect(dataOf<{ vin: string }>(vin!).vin).toBe(accordVin);
      expect({ ...dataOf<object>(vin!), vin: "" }).toEqual(dataOf<object>(model!) as never);
    });

    test("a plate names its vehicle", async () => {
      const expected = {
        status: "success",
        data: {
          intro: { license: "DEMO123", state: "CA" },
          vin: accordVin,
          year: "2003",
          make: "HONDA",
          model: "Accord",
          trim: "EX",
          body_type: "Coupe",
        },
      };
      for (const api of ["us-plate-decode", "license-decoder"])
        expect((await look(`/${api}/DEMO%20123/CA`)).body).toEqual(expected);
      const other = await look("/us-plate-decode/DEMO123/NV");
      expect(other.body).toMatchObject({ code: "record_not_found" });
    });

    test("a lien is a record, or a 404 that proves nothing", async () => {
      expect(dataOf<object>(await look(`/lien/${accordVin}`))).toMatchObject({
        vin: accordVin,
        make: "HONDA",
      });
      const none = await look("/lien/5YJ3E1EA7KF317000");
      const detail = "No record of 5YJ3E1EA7KF317000 here. This does not prove that the title is clear.";
      expect(none.body).toEqual({
        ...problem("record_not_found", 404, "Record not found", detail, none),
        suggestions: [],
      });
    });

    test("the detailed decode includes the build sheet of a VIN", async () => {
      const { source, oemAnswer } = decoderOf(service.app);
      const decoded = (vin: string) => JSON.parse(new TextDecoder().decode(oemAnswer(vin)));
      const sheet = await look(`/oem-vin-decode/${accordVin}`);
      const { data } = decoded(accordVin);
      const built = { built_on: "2002-11-05", exterior_color: 'Satin "Silver"', options: ["Größere Räder"] };
      expect(sheet.body).toEqual({ status: "success", data: { ...data, build_sheet: built } });
      expect(sheet.headers.get("x-data-source")).toBe(`${source}, samples 1`);
      const none = await look("/oem-vin-decode/5YJ3E1EA7KF317000");
      expect(none.body).toEqual(decoded("5YJ3E1EA7KF317000"));
      expect(none.headers.get("x-data-source")).toBe(source);
    });

    test("a VIN finds the trim and engine that fit its facts", async () => {
      const images = await look(`/vehicle-images/${accordVin}`);
      expect(seen(images)).toMatchObject([200, "close", { trim: "EX" }]);
      const oil = await look(`/oil-lookup/${accordVin}`);
      expect(seen(oil)).toMatchObject([200, "close", { engine: "3.0L V6" }]);
      expect((await look("/oil-lookup/DEMO123/CA")).text).toBe(oil.text);
    });

    test("extra trims are the rest of a trim, a variant or empty", async () => {
      const note = async (path: string) => {
        const got = await look(path);
        return got.status === 200
          ? dataOf<{ specs: { engine: { note: string } } }>(got).specs.engine.note
          : (got.body as { code: string }).code;
      };
      expect(await note("/ymm-specs/v3/2003/honda/accord/ex")).toBe("plain");
      expect(await note("/ymm-specs/v3/2003/honda/accord/ex/coupe")).toBe("coupe");
      expect(await note("/ymm-specs/v3/2003/honda/accord/ex/v6")).toBe("divided");
      expect(await note("/ymm-specs/v3/2003/honda/accord/ex%2Fv6")).toBe("divided");
      expect(await note("/ymm-specs/v3/2003/honda/accord/ex/wagon")).toBe("vehicle_not_found");
      const flat = await look("/ymm-specs/2003/honda/accord/ex/coupe");
      expect(dataOf<object>(flat)).toEqual({
        year: "2003",
        make: "HONDA",
        model: "Accord",
        trim: "EX",
        specs: { engine_cylinders: "6", engine_note: "coupe", msrp: "22,000" },
      });
    });

    test("parts are found by all six names", async () => {
      const got = await look("/oem-parts/2003/honda/accord/ex/brakes/brake-pads");
      expect(dataOf<{ subcategory: string; parts: object[] }>(got)).toMatchObject({
        subcategory: "Brake Pads",
        parts: [{ part_number: "45022-SDA-A00" }],
      });
    });

    test("auctions are newest first, as in the specification's 2.3", async () => {
      const got = await look(`/auction/${accordVin}`);
      expect(schemaFaults(auctionHistory, got.body)).toEqual([]);
      const events = dataOf<{ "lot-number": string; model: string; images: string[] }[]>(got);
      expect(events.map((one) => [one["lot-number"], one.model, one.images.length])).toEqual([
        ["2", "", 0],
        ["1", "Accord", 12],
      ]);
      expect(dataOf<object[]>(await look(`/auction/${oldVin}`)).length).toBe(1);
      expect((await look("/auction/S1972C")).body).toMatchObject({ code: "record_not_found" });
    });

    test("sales follow the specification's 2.4 without personal contacts", async () => {
      const got = await look(`/saleshistory/${accordVin}`);
      expect(schemaFaults(salesHistory, got.body)).toEqual([]);
      const { sales_history: sales } = dataOf<{ sales_history: { data: Record<string, string> }[] }>(got);
      expect(
        sales.map(({ data }) => [data.seller_type, data.phone, data.email, data.address, data.zip_code]),
      ).toEqual([
        ["dealership", "+1 202-555-0142", "seller@example.com", "1 Main St", "20001"],
        ["classified", "", "", "", ""],
      ]);
      expect(sales[1]!.data.description).toBe('One owner, "clean" — Größe');
    });

    test("selectors lead from years to a record, without a credit", async () => {
      const before = await who.used();
      const choices = async (path: string) => dataOf<string[]>(await look(`/oem-parts/options/${path}`));
      expect(await choices("year")).toEqual(["2003"]);
      expect(await choices("make/2003")).toEqual(["HONDA"]);
      expect(await choices("model/2003/honda")).toEqual(["Accord"]);
      expect(await choices("trim/2003/honda/accord")).toEqual(["EX"]);
      expect(await choices("categories/2003/honda/accord/ex")).toEqual(["Brakes", "Engine"]);
      expect(await choices("subcategories/2003/honda/accord/ex/engine")).toEqual(["Oil Filter"]);
      expect(await who.used()).toBe(before);
    });

    test("a load replaces a family's records; a failed one changes nothing", async () => {
      const dataset = { name: "other", version: "2", source: "test", licence: "none" };
      const { database } = service.app;
      const row = (text: string) => ({
        year: 2003,
        names: ["HONDA", "Accord"],
        record: { headlights: [text] },
      });
      const bad = { ...row("bad"), names: ["HONDA", "---"] };
      const load = (rows: (typeof bad)[]) =>
        loadRecords(database, headlightRecords, rows, { dataset, now: 1, graceMs: 0 });
      await expect(load([row("never"), bad])).rejects.toThrow(
        'the first: line 2, model "---": must have a letter or a digit',
      );
      forgetDatasets(database);
      expect((await look("/headlight-assembly/2003/honda/accord")).headers.get("x-data-source")).toBe(
        "samples 1",
      );
      await load([row("new")]);
      forgetDatasets(database);
      const got = await look("/headlight-assembly/2003/honda/accord");
      expect([got.headers.get("x-data-source"), dataOf<{ headlights: unknown }>(got).headlights]).toEqual([
        "other 2",
        ["new"],
      ]);
      await removeRecords(database, headlightRecords);
      forgetDatasets(database);
      expect((await look("/headlight-assembly/2003/honda/accord")).body).toMatchObject({
        code: "record_not_found",
      });
      await loadSamples(service, [headlightRecords]);
    });
  });
}
