import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { sql } from "../../src/database/sql.ts";
import type { OutboxEvent } from "../../src/outbox/events.ts";
import { writeEvent, writeEvents } from "../../src/outbox/write-events.ts";
import { type Fresh, kinds } from "../database/databases.ts";
import { migrations } from "../database/migrations.ts";

const watched = {
  subscription_id: "s1",
  vin: "1FT",
  family: "auction",
  lookup: "/auction/1FT",
  changed_at: "2026-11-21T00:00:00.000Z",
  dataset: { name: "n", version: "v" },
  former_dataset: null,
  added: 1,
  removed: 0,
  changed: 0,
  records: [],
  records_omitted: 0,
} as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(kind.dialect, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await migrate(db, migrations);
    });
    afterAll(() => fresh?.end());

    const written = () =>
      db.all<{ event_id: string; type: string; data: string }>(sql`
        select event_id, type, user_id, subscription_id, family, created_at, data, due_at, addressed from outbox_event
        order by event_id`);

    test("an event has its owner, and exists with its transaction", async () => {
      const events: OutboxEvent[] = [
        {
          type: "credits.low",
          owner: { subscriptionId: "s1" },
          data: { subscription_id: "s1", threshold: 5, remaining: 4 },
        },
        {
          // `never`: without the feature of the event its type is unknown.
          type: "watch.changed" as never,
          owner: { userId: "u1" },
          data: {
            ...watched,
            records: [{ change: "added", id: 'é"\\\0', date: null }],
          } as never,
        },
        {
          type: "dataset.changed",
          owner: { callersOf: "auction" },
          data: { family: "auction", dataset: { name: "n", version: "v", records: 9 } },
        },
      ];
      const undone = db.transaction(async (tx) => {
        await writeEvent(tx, 1000, events[0]!);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      const ids = await db.transaction((tx) => writeEvents(tx, 2000, events));
      const rows = await written();
      const common = {
        user_id: null,
        subscription_id: null,
        family: null,
        created_at: 2000,
        due_at: 0,
        addressed: 0,
      };
      expect<unknown[]>(rows.map((row) => ({ ...row, data: JSON.parse(row.data) }))).toEqual([
        { ...common, event_id: ids[0]!, type: "credits.low", subscription_id: "s1", data: events[0]!.data },
        { ...common, event_id: ids[1]!, type: "watch.changed", user_id: "u1", data: events[1]!.data },
        { ...common, event_id: ids[2]!, type: "dataset.changed", family: "auction", data: events[2]!.data },
      ]);
      for (const id of ids) expect(id).toMatch(/^msg_[0-9a-f-]{36}$/);
      await db.run(sql`delete from outbox_event`);
    });

    test("data over 255 KiB lose lists and objects", async () => {
      const data = {
        ...watched,
        records: [{ change: "added", id: "é".repeat(131_000), date: null }],
      } as never;
      await writeEvent(db, 1, { type: "watch.changed" as never, owner: "operators", data });
      const [row] = await written();
      const { dataset: _, records: __, ...rest } = watched;
      expect(JSON.parse(row!.data)).toEqual({ ...rest, truncated: true });
      await db.run(sql`delete from outbox_event`);
    });
  });
