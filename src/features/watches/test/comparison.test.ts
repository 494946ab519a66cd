import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { auctionRecords } from "../../../vehicles/families/apis/auction.ts";
import { lienRecords } from "../../../vehicles/families/apis/lien.ts";
import { recallCampaigns } from "../../../vehicles/families/apis/open-recall.ts";
import { plateRecords } from "../../../vehicles/families/apis/plates.ts";
import { erase, erasedSubject } from "../../../vehicles/imports/datasets/erase.ts";
import { rollBack } from "../../../vehicles/imports/datasets/versions.ts";
import { upgradeSchema } from "../../../vehicles/imports/staging/record-tables.ts";
import { recordsMax } from "../comparison/watch-event.ts";
import { noteErased } from "../erased.ts";
import type { WatchChange } from "../events.ts";
import {
  addSubscription,
  auctionRow,
  compareAll,
  lienRow,
  load,
  takeEvents,
  vinAt,
  watch,
} from "./watched.ts";

const [a, b, c, d] = [1, 2, 3, 4].map(vinAt) as [string, string, string, string];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`comparing watched VINs on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await upgradeSchema(db, migrations);
      await addSubscription(db, "s1");
      await addSubscription(db, "s2");
    });
    beforeEach(async () => {
      for (const table of [
        "watched_vin",
        "watch_list",
        "dataset_swap",
        "dataset",
        "lien_record",
        "auction_record",
      ])
        await db.run({ parts: [`delete from ${table}`], values: [] });
    });
    afterAll(() => fresh?.end());

    const eventOf = (change: Partial<WatchChange>): object => ({
      subscription_id: "s1",
      family: "lien",
      lookup: `/${change.family ?? "lien"}/${change.vin}`,
      changed_at: expect.any(String),
      dataset: { name: "house", version: expect.any(String) },
      former_dataset: { name: "house", version: expect.any(String) },
      added: 0,
      removed: 0,
      changed: 0,
      records_omitted: 0,
      ...change,
    });
    const rowsIn = async (table: string) =>
      Number(
        (await db.get<{ rows: number }>({ parts: [`select count(*) as rows from ${table}`], values: [] }))!
          .rows,
      );

    test("each watch whose records differ has one event", async () => {
      await load(db, lienRecords, [lienRow(a, "A"), lienRow(b, "B"), lienRow(c, "C")]);
      await watch(db, "s1", [a, b, c, d, vinAt(9)]);
      await watch(db, "s2", [c]);
      await load(db, lienRecords, [lienRow(a, "A"), lienRow(c, "other"), lienRow(d, "D")]);
      const [ended] = await compareAll(db);
      expect(ended).toMatchObject({ watches: 6, events: 4, missing: false });
      const changed = {
        vin: c,
        changed: 1,
        records: [{ change: "changed", id: "", date: null, members: ["liens"] }],
      } as const;
      expect<unknown[]>(await takeEvents(db)).toEqual([
        eventOf({ vin: b, removed: 1, records: [{ change: "removed", id: "", date: null }] }),
        eventOf(changed),
        eventOf({ ...changed, subscription_id: "s2" }),
        eventOf({ vin: d, added: 1, records: [{ change: "added", id: "", date: null }] }),
      ]);
      expect(await compareAll(db)).toEqual([]);
      expect(await takeEvents(db)).toEqual([]);
    });

    test("events have their deliveries, of the owner's and the operators' webhooks", async () => {
      const types = JSON.stringify(["watch.changed"]);
      for (const [id, user, state, wanted] of [
        ["own", "owner-of-s1", "active", types],
        ["operators", null, "active", types],
        ["disabled", "owner-of-s1", "disabled", types],
        ["of-others", "owner-of-s2", "active", types],
        ["of-other-types", "owner-of-s1", "active", "[]"],
      ] as const)
        await db.run(sql`
          insert into webhook (id, user_id, url, description, types, credit_thresholds, sealed, state, created_at,
            updated_at)
          values (${id}, ${user}, '', '', ${wanted}, '[]', ${new Uint8Array(1)}, ${state}, 1, 1)`);
      await watch(db, "s1", [a]);
      await load(db, lienRecords, [lienRow(a, "A")]);
      await compareAll(db, { clock: () => 5 });
      const deliveries = await db.all(sql`
        select d.webhook_id, d.state, d.due_at, w.next_at, e.addressed from webhook_delivery d
        join webhook w on w.id = d.webhook_id join outbox_event e on e.event_id = d.event_id order by d.webhook_id`);
      const due = { due_at: 5, addressed: 1 };
      expect(deliveries).toEqual([
        { webhook_id: "disabled", state: "failed", next_at: null, ...due },
        { webhook_id: "operators", state: "pending", next_at: 5, ...due },
        { webhook_id: "own", state: "pending", next_at: 5, ...due },
      ]);
      for (const table of ["webhook", "webhook_delivery"])
        await db.run({ parts: [`delete from ${table}`], values: [] });
      await takeEvents(db);
    });

    test("events of a history name their records, the latest first", async () => {
      await watch(db, "s1", [a]);
      await load(db, auctionRecords, [auctionRow(a, 1, 10), auctionRow(a, 2, 20), auctionRow(a, 3, 30)]);
      await compareAll(db);
      expect<unknown[]>(await takeEvents(db)).toEqual([
        eventOf({
          vin: a,
          family: "auction",
          former_dataset: null,
          added: 3,
          records: [3, 2, 1].map((day) => ({
            change: "added",
            id: `lot-${day}`,
            date: `2026-01-0${day}T00:00:00.000Z`,
          })),
        }),
      ]);
      await load(db, auctionRecords, [auctionRow(a, 1, 10), auctionRow(a, 2, 25), auctionRow(a, 4, 40)]);
      await compareAll(db);
      expect<unknown[]>(await takeEvents(db)).toEqual([
        eventOf({
          vin: a,
          family: "auction",
          added: 1,
          removed: 1,
          changed: 1,
          records: [
            { change: "added", id: "lot-4", date: "2026-01-04T00:00:00.000Z" },
            { change: "removed", id: "lot-3", date: "2026-01-03T00:00:00.000Z" },
            { change: "changed", id: "lot-2", date: "2026-01-02T00:00:00.000Z", members: ["price"] },
          ],
        }),
      ]);
    });

    test("a large event counts all records and shows some", async () => {
      await watch(db, "s1", [a]);
      const rows = Array.from({ length: 3000 }, (_, at) => ({
        ...auctionRow(a, 1, at),
        id: `${at}${"é".repeat(500)}`,
        at: at * 1000,
      }));
      await load(db, auctionRecords, rows);
      await compareAll(db);
      const [event] = await takeEvents(db);
      expect(event).toMatchObject({ added: 3000, records_omitted: 3000 - recordsMax });
      expect(event!.records.length).toBe(recordsMax);
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(200_000);
    });

    test("only the watched families and able subscriptions have events", async () => {
      await addSubscription(db, `s3-${kind.dialect}`, "/apis/auction");
      await addSubscription(db, `s4-${kind.dialect}`);
      await db.run(sql`update subscription set state = 'suspended' where id = ${`s4-${kind.dialect}`}`);
      await watch(db, "s1", [a], 1);
      await watch(db, "s2", [a], 4);
      await watch(db, `s3-${kind.dialect}`, [a]);
      await watch(db, `s4-${kind.dialect}`, [a]);
      await load(db, lienRecords, [lienRow(a, "A")]);
      await load(db, plateRecords, [{ license: "ABC", state: "CA", vin: a, record: {} }]);
      expect((await compareAll(db)).map(({ swap }) => swap.family)).toEqual(["lien"]);
      expect((await takeEvents(db)).map(({ subscription_id }) => subscription_id)).toEqual(["s2"]);
    });

    test("without watches no swap is noted", async () => {
      await load(db, lienRecords, [lienRow(a, "A")]);
      await load(db, lienRecords, [lienRow(a, "B")]);
      expect(await rowsIn("dataset_swap")).toBe(0);
    });

    test("datasets stay until they are compared, one swap after the other", async () => {
      await watch(db, "s1", [a, b]);
      for (const holder of ["1", "2", "3", "4"]) await load(db, lienRecords, [lienRow(a, holder)]);
      expect([await rowsIn("dataset_swap"), await rowsIn("lien_record")]).toEqual([4, 4]);
      expect((await compareAll(db)).map(({ events }) => events)).toEqual([1, 1, 1, 1]);
      expect((await takeEvents(db)).map(({ added, changed }) => [added, changed]).sort()).toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
        [1, 0],
      ]);
      expect([await rowsIn("dataset_swap"), await rowsIn("lien_record")]).toEqual([0, 2]);
    });

    test("a rollback makes the events of its changes", async () => {
      await watch(db, "s1", [a]);
      await load(db, lienRecords, [lienRow(a, "A")]);
      await load(db, lienRecords, [lienRow(a, "A"), lienRow(b, "B")]);
      await load(db, lienRecords, [lienRow(b, "B")]);
      await compareAll(db);
      await takeEvents(db);
      await rollBack(db, lienRecords, Date.now);
      await compareAll(db);
      expect(await takeEvents(db)).toMatchObject([{ vin: a, added: 1, removed: 0 }]);
      await rollBack(db, lienRecords, Date.now);
      await compareAll(db);
      expect(await takeEvents(db)).toMatchObject([{ vin: a, added: 0, removed: 1 }]);
    });

    test("campaigns make events of the VINs whose lookups list them", async () => {
      const accord = "1HGCM82633A004352";
      const crv = "5J6RW2H59JL990075";
      await watch(db, "s1", [accord, crv, "6C12345", "ZZZZZZZZZZZZZZZZZ"]);
      await watch(db, "s2", [accord], 1);
      const campaign = (model: string, number: string, summary: string, year = 2003) => ({
        year,
        names: ["HONDA", model, number],
        record: { summary },
      });
      await load(db, recallCampaigns, [
        campaign("ACCORD", "14V351000", "first"),
        campaign("ACCORD", "15V001000", "second"),
        campaign("CIVIC", "16V001000", "third"),
      ]);
      await compareAll(db);
      const added = { change: "added", date: null };
      const recalls = { family: "open-recall", former_dataset: null } as const;
      expect<unknown[]>(await takeEvents(db)).toEqual([
        eventOf({
          ...recalls,
          vin: accord,
          added: 2,
          records: ["15V001000", "14V351000"].map((id) => ({ ...added, id })) as never,
        }),
      ]);
      await load(db, recallCampaigns, [
        campaign("ACCORD", "14V351000", "changed"),
        campaign("ACCORD", "17V001000", "fourth", 2004),
        campaign("CIVIC", "16V001000", "changed"),
        campaign("CR-V", "18V001000", "fifth", 2018),
      ]);
      const [ended] = await compareAll(db);
      expect(ended).toMatchObject({ watches: 4, events: 2 });
      const { former_dataset: _, ...later } = recalls;
      expect<unknown[]>(await takeEvents(db)).toEqual([
        eventOf({
          ...later,
          vin: accord,
          changed: 1,
          removed: 1,
          records: [
            { change: "removed", id: "15V001000", date: null },
            { change: "changed", id: "14V351000", date: null },
          ],
        }),
        eventOf({
          ...later,
          vin: crv,
          added: 1,
          records: [{ change: "added", id: "18V001000", date: null }],
        }),
      ]);
      await rollBack(db, recallCampaigns, Date.now);
      await rollBack(db, recallCampaigns, Date.now);
      expect((await compareAll(db)).map(({ events }) => events)).toEqual([2, 2]);
      await takeEvents(db);
    });

    test("erased records make one event of a VIN", async () => {
      await watch(db, "s1", [a, b]);
      await load(db, auctionRecords, [auctionRow(a, 1, 1)]);
      await load(db, auctionRecords, [auctionRow(a, 1, 1), auctionRow(a, 2, 2), auctionRow(b, 1, 1)]);
      await compareAll(db);
      await takeEvents(db);
      const subject = erasedSubject("vin", a);
      expect(await erase(db, subject, Date.now, true, noteErased)).toEqual({ auction: 3 });
      expect(await takeEvents(db)).toEqual([]);
      expect(await erase(db, subject, Date.now, false, noteErased)).toEqual({ auction: 3 });
      expect(await takeEvents(db)).toMatchObject([{ vin: a, removed: 2, added: 0, changed: 0 }]);
      expect(await compareAll(db)).toEqual([]);
    });
  });
