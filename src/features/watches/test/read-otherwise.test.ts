import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import type { Database } from "../../../database/database.ts";
import { lienRecords } from "../../../vehicles/families/apis/lien.ts";
import { recallCampaigns } from "../../../vehicles/families/apis/open-recall.ts";
import { saleRecords } from "../../../vehicles/families/apis/saleshistory.ts";
import { erase, erasedSubject } from "../../../vehicles/imports/datasets/erase.ts";
import { compareVersions, rollBack } from "../../../vehicles/imports/datasets/versions.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";
import { addSubscription, compareAll, lienRow, load, takeEvents, vinAt, watch } from "./watched.ts";

const [a, b] = [1, 2].map(vinAt) as [string, string];
const oneFile = { sha256: "ab" };
const older = { ...oneFile, reader: 0 };
const newer = { ...oneFile, reader: 1 };

interface Listed {
  readonly price: string;
  readonly currency?: string;
  readonly miles: string;
  readonly date: string;
  readonly asListed?: object;
  readonly description?: string;
}

/** A sale, as a reader stored it; its key follows from what was read. */
const sale = (vin: string, at: number, id: string, listed: Listed) => ({
  vin,
  at,
  id,
  year: 2018,
  make: "HONDA",
  model: "CR-V",
  record: {
    post_date: listed.date,
    data: {
      listing_price: { price: listed.price, currency: listed.currency ?? "" },
      odometer_mi: listed.miles,
      description: listed.description ?? "One owner",
    },
    ...(listed.asListed && { as_listed: listed.asListed }),
  },
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what is only read otherwise on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
      await addSubscription(db, "s1");
    });
    beforeEach(async () => {
      for (const table of [
        "watched_vin",
        "watch_list",
        "dataset_swap",
        "dataset",
        "lien_record",
        "sale_record",
      ])
        await db.run({ parts: [`delete from ${table}`], values: [] });
      await watch(db, "s1", [a, b]);
    });
    afterAll(() => fresh?.end());

    const found = async () => {
      const ended = await compareAll(db);
      const events = await takeEvents(db);
      return {
        compared: ended.length,
        events: events.map(({ vin, added, removed, changed, records }) => ({
          vin,
          added,
          removed,
          changed,
          members: records.map(({ members }) => members),
        })),
      };
    };
    const silent = { compared: 0, events: [] };
    const byReader = async () => (await compareVersions(db, lienRecords)).by_reader;
    const changed = (vin: string) => ({ vin, added: 0, removed: 0, changed: 1, members: [["liens"]] });

    test("the same file read by a newer reader writes no event, nor its rollback", async () => {
      await load(db, lienRecords, [lienRow(a, "None")], older);
      await found();
      const { changes } = await load(db, lienRecords, [lienRow(a, "Some Bank")], newer);
      expect([changes.changed, changes.by_reader, await byReader()]).toEqual([1, "all", "all"]);
      expect(await found()).toEqual(silent);
      await rollBack(db, lienRecords, Date.now);
      expect([await found(), await byReader()]).toEqual([silent, "all"]);
    });

    test("the same file read by the same reader, or another file, writes events", async () => {
      await load(db, lienRecords, [lienRow(a, "Bank 1")], newer);
      await found();
      await load(db, lienRecords, [lienRow(a, "Bank 2")], newer);
      expect([await found(), await byReader()]).toEqual([{ compared: 1, events: [changed(a)] }, "none"]);
      await load(db, lienRecords, [lienRow(a, "Bank 3")], { sha256: "cd", reader: 2 });
      expect([await found(), await byReader()]).toEqual([{ compared: 1, events: [changed(a)] }, "unknown"]);
    });

    test("erased records that the same file brings back are no change of the reader", async () => {
      await load(db, lienRecords, [lienRow(a, "Bank"), lienRow(b, "Bank")], older);
      await found();
      await erase(db, erasedSubject("vin", b), Date.now, false);
      await load(db, lienRecords, [lienRow(a, "Bank"), lienRow(b, "Bank")], newer);
      expect([(await found()).events, await byReader()]).toEqual([
        [{ vin: b, added: 1, removed: 0, changed: 0, members: [undefined] }],
        "unknown",
      ]);
    });

    test("records of another file that are gone are no change of the reader", async () => {
      await load(db, lienRecords, [lienRow(b, "Bank")], { reader: 0, sha256: "cd" });
      await load(db, lienRecords, [lienRow(a, "Bank")], { ...older, mode: "merge" });
      await found();
      await load(db, lienRecords, [lienRow(a, "None")], { ...newer, mode: "merge" });
      expect([await found(), await byReader()]).toEqual([silent, "all"]);
      await load(db, lienRecords, [lienRow(a, "Bank")], { ...oneFile, reader: 2 });
      expect((await found()).events).toEqual([
        changed(a),
        { vin: b, added: 0, removed: 1, changed: 0, members: [undefined] },
      ]);
    });

    test("of another file, what reads alike is no change", async () => {
      const day = Date.UTC(2026, 9, 18);
      const text = { price: "17.550,00 €", miles: "97.303 km", date: "18.10.2026" };
      const read = { price: "17550", currency: "EUR", miles: "60,461", date: "2026-10-18 00:00:00+00:00" };
      const unread = { ...read, date: "", asListed: { post_date: "TMU" } };
      const former = [
        sale(a, 0, "00000000000000aa", text),
        sale(a, 1, "2", { ...text, date: "20261018" }),
        sale(b, 0, "3", { ...text, date: "TMU", miles: "NaN" }),
      ];
      await load(db, saleRecords, former, older);
      await found();
      await load(
        db,
        saleRecords,
        [
          sale(a, day, "00000000000000bb", read),
          sale(a, day, "2", read),
          sale(b, 0, "3", { ...unread, miles: "" }),
        ],
        { reader: 1, sha256: "cd" },
      );
      expect(await found()).toEqual({ compared: 1, events: [] });
    });

    test("a campaign that is only read otherwise is no change", async () => {
      const accord = "1HGCM82633A004352";
      await watch(db, "s1", [accord]);
      const campaign = (number: string, summary: string) => ({
        year: 2003,
        names: ["HONDA", "ACCORD", number],
        record: { summary },
      });
      await load(db, recallCampaigns, [campaign("14V351000", "N/A"), campaign("15V001000", "first")], older);
      await found();
      await load(db, recallCampaigns, [campaign("14V351000", ""), campaign("15V001000", "second")], {
        reader: 1,
        sha256: "cd",
      });
      expect((await found()).events).toEqual([
        { vin: accord, added: 0, removed: 0, changed: 1, members: [undefined] },
      ]);
    });

    test("of another file, what differs is a change, with the members that differ", async () => {
      const day = Date.UTC(2026, 9, 18);
      const text = { price: "17.550,00 €", miles: "97.303 km", date: "18.10.2026" };
      const read = { price: "17550", currency: "EUR", miles: "60,461", date: "2026-10-18 00:00:00+00:00" };
      await load(db, saleRecords, [sale(a, day, "1", text), sale(b, 0, "1", text)], older);
      await found();
      await load(
        db,
        saleRecords,
        [
          sale(a, day, "1", { ...read, price: "17540" }),
          sale(b, day, "1", { ...read, description: "Two owners" }),
        ],
        { reader: 1, sha256: "cd" },
      );
      expect((await found()).events).toEqual([
        { vin: a, added: 0, removed: 0, changed: 1, members: [["data"]] },
        { vin: b, added: 1, removed: 1, changed: 0, members: [undefined, undefined] },
      ]);
    });
  });
