import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dayMs, hourMs, minuteMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import type { OperatorRole } from "../../src/http/caller.ts";
import { purgeItems } from "../../src/management/system/inbox/stored-items.ts";
import { fault, warning } from "../../src/running/check.ts";
import { kinds, signUp } from "../harness.ts";
import { type InboxService, startInbox } from "./inbox-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what is put off and closed on ${kind.dialect}`, () => {
    let inbox: InboxService;
    beforeAll(async () => {
      inbox = await startInbox(kind);
      await inbox.findings([{ name: "public URL", ...warning("It is not encrypted", "Use TLS.") }]);
    });
    afterAll(() => inbox.service.end());

    test("each role receives the rows whose permission it has, and their counts", async () => {
      const customer = await signUp(inbox.service);
      await inbox.db.run(
        sql`update subscription set state = 'submitted' where id = ${customer.subscriptionId}`,
      );
      const of = async (role: OperatorRole) => {
        const { rows, total, counts } = await inbox.read(role);
        return [rows.map((row) => row.kind), total, counts.customers, counts.settings];
      };
      expect(await of("owner")).toEqual([["approval", "check"], 2, 1, 1]);
      expect(await of("billing")).toEqual([["approval"], 1, 1, 0]);
      expect(await of("support")).toEqual([["check"], 1, 0, 1]);
      expect(await of("data")).toEqual([["check"], 1, 0, 1]);
      const refused = await inbox.putOff("check.public-url", "billing");
      expect(refused.status).toBe(404);
      const urgent = await inbox.putOff(`approval.${customer.subscriptionId}`);
      expect([urgent.status, urgent.body]).toMatchObject([
        409,
        {
          detail: `Row approval.${customer.subscriptionId} cannot be put off: it needs somebody within seven days.`,
        },
      ]);
      await inbox.note();
      await inbox.db.run(sql`update subscription set state = 'active' where id = ${customer.subscriptionId}`);
      await inbox.note();
      const closed = async (role: OperatorRole) => (await inbox.read(role)).closed.map((one) => one.kind);
      expect(await closed("support")).not.toContain("approval");
      expect(await closed("billing")).toContain("approval");
    });

    test("a row of the last band is put off for seven days, with name and reason", async () => {
      expect((await inbox.putOff("check.public-url", "owner", {})).status).toBe(422);
      const got = await inbox.putOff("check.public-url");
      const until = new Date(inbox.service.app.clock() + 7 * dayMs).toISOString();
      expect([got.status, got.body]).toEqual([
        200,
        { id: "check.public-url", until, reason: "It can wait." },
      ]);
      const { rows, total, put_off } = await inbox.read();
      expect([rows, total]).toEqual([[], 0]);
      expect(put_off).toMatchObject([
        {
          row: { id: "check.public-url" },
          until,
          by: `/users/${inbox.roles.get("owner")!.userId}`,
          by_name: "Ada Byron",
          reason: "It can wait.",
        },
      ]);
      const entries = await inbox.db.all<{ actor: string; after: string }>(
        sql`select actor, after from audit_log where action = 'inbox.put_off'`,
      );
      expect(entries.map(({ actor, after }) => [actor, JSON.parse(after)])).toEqual([
        [`/users/${inbox.roles.get("owner")!.userId}`, { code: "check", until, reason: "It can wait." }],
      ]);
      expect((await inbox.putOff("check.public-url")).status).toBe(404);
      await inbox.later(7 * dayMs - minuteMs);
      expect((await inbox.read()).total).toBe(0);
      await inbox.later(minuteMs);
      expect((await inbox.read()).rows).toMatchObject([{ id: "check.public-url" }]);
    });

    test("a row that is put off counts again as soon as it is more urgent", async () => {
      expect((await inbox.putOff("check.public-url")).status).toBe(200);
      await inbox.findings([{ name: "public URL", ...fault("Nothing answers", "Check DNS.") }]);
      expect((await inbox.read()).rows).toMatchObject([{ id: "check.public-url", band: "week" }]);
    });

    test("nothing is closed while a node has not run the doctor", async () => {
      await inbox.note();
      await inbox.db.run(sql`update node set findings = null`);
      await inbox.note();
      const open = sql`select item_id from inbox_item where gone_at is null and item_id = 'check.public-url'`;
      expect(await inbox.db.get<{ item_id: string }>(open)).toBeDefined();
      await inbox.findings([]);
      await inbox.note();
      expect(await inbox.db.get(open)).toBeUndefined();
      const { closed } = await inbox.read();
      expect(closed[0]).toMatchObject({ id: "check.public-url", by: null, action: null });
    });

    test("the time of a row without one is when it was noticed", async () => {
      await inbox.findings([{ name: "files", ...warning("Others can read it", "Run chmod.") }]);
      expect((await inbox.found("check"))[0]!.since).toBeNull();
      const noticed = new Date(inbox.service.app.clock()).toISOString();
      await inbox.note();
      await inbox.later(hourMs);
      await inbox.note();
      expect((await inbox.found("check"))[0]!.since).toBe(noticed);
      await inbox.findings([]);
    });

    test("what was closed and put off is shown for 7 days and kept for 90", async () => {
      await inbox.note();
      const count = async () => {
        const rows = await inbox.db.get<{ items: number; put: number }>(sql`
          select (select count(*) from inbox_item) as items, (select count(*) from inbox_put_off) as put`);
        return { ...rows };
      };
      const before = await count();
      expect(before).toEqual({ items: expect.any(Number), put: 2 });
      await inbox.later(7 * dayMs);
      expect((await inbox.read()).closed).toEqual([]);
      const now = inbox.service.app.clock();
      // The first was put off until seven days before the second.
      await purgeItems(inbox.db, now + 82 * dayMs);
      expect((await count()).put).toBe(2);
      await purgeItems(inbox.db, now + 84 * dayMs);
      expect((await count()).put).toBe(1);
      await purgeItems(inbox.db, now + 98 * dayMs);
      expect(await count()).toEqual({ items: 0, put: 0 });
    });

    test("an item that comes back is another one", async () => {
      const file = { name: "files", ...warning("Others can read it", "Run chmod.") };
      for (const results of [[file], [], [file], []]) {
        await inbox.findings(results);
        await inbox.note();
        await inbox.later(minuteMs);
      }
      expect((await inbox.read()).closed.map(({ id }) => id)).toEqual(["check.files", "check.files"]);
    });
  });
