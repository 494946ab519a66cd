import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rollBack } from "../../../src/vehicles/imports/datasets/versions.ts";
import { complaintsSource } from "../../../src/vehicles/imports/sources/nhtsa/complaints.ts";
import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { complaintRow, personal } from "./nhtsa-files.ts";
import { loadFile, storedRecords } from "./stored-records.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`NHTSA's complaints on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());
    const load = (source: Source, text: string | Uint8Array) => loadFile(service, source, text);
    const stored = (source: Source) => storedRecords(service, source);

    const example = {
      crash: false,
      fire: false,
      injured: 0,
      killed: 0,
      incident_date: "2020-01-02",
      mileage: 61_500,
    };
    const counts = { complaint_count: 1, crash_count: 0, fire_count: 0, injury_count: 0, death_count: 0 };
    const days = { first_received: "2020-01-09", last_received: "2020-01-09" };

    test("complaints are counted once for the vehicle and for each component", async () => {
      const crash = { 7: "Y", 9: "Y", 10: 2, 11: 1, 17: 20210203, 18: "" };
      const text = [
        complaintRow(11300001, "ENGINE:COOLING"),
        complaintRow(11300002, "STEERING", crash),
        complaintRow(11300001, "AIR BAGS:FRONTAL"),
        // The same complaint and component again, wherever it stands.
        complaintRow(11300001, "AIR BAGS:FRONTAL:INFLATOR"),
        complaintRow(11300003, "engine", { 4: "Honda", 5: "accord", 17: 20191231, 8: 20191331 }),
        complaintRow(11300004, "TIRES", { 5: "TIRE", 46: "T" }),
        complaintRow(11300005, "ENGINE", { 6: 9999 }),
        complaintRow(11300006, "ENGINE", { 5: "-" }),
        "\r\n",
      ].join("");
      const summary = await load(complaintsSource, text);
      expect(summary).toMatchObject({
        rows: 4,
        rows_read: 8 - 4,
        rows_rejected: 0,
        passed_over: {
          "complaints about equipment, tires and child seats": 1,
          "complaints without a model year": 1,
          "complaints without a make or model": 1,
          "rows of a complaint and component that are counted already": 1,
        },
      });
      const crashed = { crash: true, fire: true, injured: 2, killed: 1, incident_date: "2020-01-02" };
      const severe = { crash_count: 1, fire_count: 1, injury_count: 2, death_count: 1 };
      const late = { first_received: "2021-02-03", last_received: "2021-02-03" };
      expect(await stored(complaintsSource)).toEqual({
        "2003 | HONDA | ACCORD | ": {
          complaint_count: 3,
          ...severe,
          first_received: "2019-12-31",
          last_received: "2021-02-03",
          examples: [],
        },
        "2003 | HONDA | ACCORD | AIR BAGS": {
          ...counts,
          ...days,
          examples: [{ component: "AIR BAGS:FRONTAL", ...example }],
        },
        "2003 | HONDA | ACCORD | ENGINE": {
          ...counts,
          complaint_count: 2,
          first_received: "2019-12-31",
          last_received: "2020-01-09",
          examples: [
            { component: "engine", ...example, incident_date: "" },
            { component: "ENGINE:COOLING", ...example },
          ],
        },
        "2003 | HONDA | ACCORD | STEERING": {
          complaint_count: 1,
          ...severe,
          ...late,
          examples: [{ component: "STEERING", ...crashed }],
        },
      });
    });

    test("files of every age are read, and the latest three complaints are examples in any order", async () => {
      for (const width of [20, 46, 47, 49, 51]) {
        const rows = [5, 2, 4, 1, 3].map((one) =>
          complaintRow(11300000 + one, "ENGINE", { 18: one * 1000 }, width),
        );
        const { rows: records } = await load(complaintsSource, rows.join(""));
        const all = await stored(complaintsSource);
        const { examples } = all["2003 | HONDA | ACCORD | ENGINE"] as { examples: { mileage: number }[] };
        expect([records, examples.map(({ mileage }) => mileage)]).toEqual([2, [5000, 4000, 3000]]);
      }
    });

    test("no record, message or reject has a person's words, place, VIN or dealer", async () => {
      const rows = Array.from({ length: 300 }, (_, at) => complaintRow(11300000 + at, "ENGINE"));
      const broken = [
        complaintRow(0, "ENGINE"),
        complaintRow(11400001, "ENGINE", { 6: "JANE ROE" }),
        `JANE ROE OF SPRINGFIELD\t1HGCM82633A\r\n`,
      ];
      // A tab in the text moves the columns after it.
      rows.push(complaintRow(11400004, "ENGINE", { 20: "THE CONTACT OWNS\tIT", 45: "62701" }));
      // Windows-1252 in one text and UTF-8 in another, as NHTSA's file has them.
      const mixed = Buffer.concat([
        Buffer.from(complaintRow(11400002, "ENGINE", { 20: "THE CONTACT OWNS IT: SEÑOR" })),
        Buffer.from(complaintRow(11400003, "ENGINE", { 20: "IT\x92S BROKEN" }), "latin1"),
        Buffer.from([...rows, ...broken].join("")),
      ]);
      const summary = await load(complaintsSource, mixed);
      expect([summary.rows_read, summary.passed_over, summary.rejected]).toEqual([
        306,
        {},
        {
          "number must be NHTSA's number": 1,
          "year must be a model year": 1,
          "has 2 columns, not 20 to 60": 1,
        },
      ]);
      const everything = JSON.stringify([summary, await stored(complaintsSource)]);
      expect(personal.filter((one) => everything.includes(one))).toEqual([]);
      await expect(load(complaintsSource, "JANE ROE,1\n")).rejects.toThrow(
        /^this is not NHTSA's flat file of complaints$/,
      );
    });

    test("a second import changes nothing, and a rollback returns to the former complaints", async () => {
      const first = await load(complaintsSource, complaintRow(11300001, "ENGINE"));
      const again = await load(complaintsSource, complaintRow(11300001, "ENGINE"));
      expect([again.changes.added, again.changes.removed, again.changes.changed]).toEqual([0, 0, 0]);
      expect(again.rows_checksum).toBe(first.rows_checksum);
      const before = await stored(complaintsSource);
      await load(complaintsSource, complaintRow(11300002, "STEERING"));
      expect(await stored(complaintsSource)).not.toEqual(before);
      await rollBack(service.app.database, complaintsSource.family, Date.now);
      expect(await stored(complaintsSource)).toEqual(before);
    });
  });
}
