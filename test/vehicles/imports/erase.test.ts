import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import { erase, erasedSubject } from "../../../src/vehicles/imports/datasets/erase.ts";
import { listVersions } from "../../../src/vehicles/imports/datasets/versions.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";
import { lienHeader, lienRow, liens, vins } from "./liens.ts";

const sales = recordsSource(saleRecords, { yearMax: 2028 });
const vin = "5J6RW2H59JL990075";

const sale = (id: string, contact: object): string => {
  const example = saleRecords.example as { data: object };
  return `${JSON.stringify({ ...example, data: { ...example.data, listing_id: id, ...contact } })}\n`;
};

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`erasing on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    const listings = async () => {
      forgetDatasets(service.app.database);
      const got = await who.lookUp(`/saleshistory/${vin}`);
      if (got.status === 404) return [];
      const { data } = got.body as { data: { sales_history: { data: { listing_id: string } }[] } };
      return data.sales_history.map((one) => one.data.listing_id).sort();
    };

    test("erases records with a number or address from all versions", async () => {
      const { database } = service.app;
      const text = [
        sale("a", { phone: "+1 (202) 555-0199" }),
        sale("b", { phone: "", description: "Call 202.555.0199 after six" }),
        sale("c", { phone: "12025550190" }),
        sale("d", { email: "Ann.Lee@example.com" }),
        sale("e", { email: "joann.lee@example.com" }),
      ].join("");
      await importText(database, sales, text, { version: "1" });
      await importText(database, sales, text, { version: "2" });
      const phone = erasedSubject("phone", "202 555 0199");
      expect(await erase(database, phone, Date.now, true)).toEqual({ saleshistory: 4 });
      expect(await listings()).toEqual(["a", "b", "c", "d", "e"]);
      expect(await erase(database, phone, Date.now, false)).toEqual({ saleshistory: 4 });
      expect(await listings()).toEqual(["c", "d", "e"]);
      const email = erasedSubject("email", "ann.lee@EXAMPLE.com");
      expect(await erase(database, email, Date.now, false)).toEqual({ saleshistory: 2 });
      expect(await listings()).toEqual(["c", "e"]);
      expect(await erase(database, email, Date.now, false)).toEqual({});
      const versions = await listVersions(database, "saleshistory");
      expect(versions.map(({ state, recordCount }) => [state, recordCount])).toEqual([
        ["current", 2],
        ["previous", 2],
      ]);
    });

    test("erases the rows that imports keep: previews, and rejected ones", async () => {
      const { database } = service.app;
      const contact = { phone: "(202) 555-0177", email: "bo@example.com" };
      const lost = JSON.stringify({ vin: "X", data: contact });
      const text = `${sale("z", contact)}${lost}\n`;
      const shown = { dryRun: true, rejectLimit: { share: 1 } };
      await importText(database, sales, text, shown);
      await importText(
        database,
        liens,
        `${lienHeader}bo@example.com,A,active,2026-11-01\n${lienRow(vins[0], "B")}`,
        {
          dryRun: true,
          rejectLimit: { share: 1 },
        },
      );
      const outcomes = async () => {
        const runs = await database.all<{ outcome: string }>(
          sql`select outcome from import_run where dry_run = 1 and source like 'records%' order by started_at, id`,
        );
        return runs.map(({ outcome }) => outcome);
      };
      const before = await outcomes();
      expect(before.map((one) => one.includes("bo@example.com"))).toEqual([true, true]);
      const email = erasedSubject("email", "bo@example.com");
      expect(await erase(database, email, Date.now, true)).toEqual({ "imports that kept rows": 2 });
      expect(await outcomes()).toEqual(before);
      expect(await erase(database, email, Date.now, false)).toEqual({ "imports that kept rows": 2 });
      const after = (await outcomes()).map((one) => JSON.parse(one));
      expect(after.map((one) => [one.preview, one.first_rejects, one.rows_rejected])).toEqual([
        [undefined, [], 1],
        [undefined, [], 1],
      ]);
      expect(JSON.stringify(after)).not.toContain("555-0177");
      expect(await erase(database, email, Date.now, false)).toEqual({});
    });

    test("erases all records of a VIN", async () => {
      const { database } = service.app;
      await importText(database, liens, lienHeader + lienRow(vin, "A") + lienRow(vins[0], "B"));
      expect(await erase(database, erasedSubject("vin", vin.toLowerCase()), Date.now, false)).toEqual({
        [lienRecords.name]: 1,
        [saleRecords.name]: 4,
      });
      expect([await listings(), (await who.lookUp(`/lien/${vin}`)).status]).toEqual([[], 404]);
      expect((await who.lookUp(`/lien/${vins[0]}`)).status).toBe(200);
    });
  });
}

test("invalid subjects are refused", () => {
  expect(() => erasedSubject("phone", "12-34")).toThrow("fewer than the 7 digits");
  expect(() => erasedSubject("email", "nobody")).toThrow("is not an email address");
  expect(() => erasedSubject("vin", "1?")).toThrow("is not a VIN");
});
