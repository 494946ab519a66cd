import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { minuteMs } from "../../src/base/durations.ts";
import { sql } from "../../src/database/sql.ts";
import { collectItems } from "../../src/management/system/inbox/collect-items.ts";
import { fault, warning } from "../../src/running/check.ts";
import { kinds, signUp } from "../harness.ts";
import { type InboxService, startInbox } from "./inbox-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`inbox on ${kind.dialect}`, () => {
    let inbox: InboxService;
    beforeAll(async () => {
      inbox = await startInbox(kind);
    });
    afterAll(() => inbox.service.end());

    test("nothing needs anybody", async () => {
      const { read_at, ...empty } = (await inbox.read()) as Awaited<ReturnType<InboxService["read"]>> & {
        read_at: string;
      };
      expect(Date.parse(read_at)).toBe(inbox.service.app.clock());
      expect(empty).toEqual({
        total: 0,
        today: 0,
        counts: { customers: 0, plans: 0, money: 0, calls: 0, apis: 0, data: 0, settings: 0 },
        rows: [],
        unread: [],
        put_off: [],
        closed: [],
      });
    });

    test("a requested subscription and an account wait for approval, and go by who approves", async () => {
      const customer = await signUp(inbox.service);
      await inbox.db.run(
        sql`update subscription set state = 'submitted' where id = ${customer.subscriptionId}`,
      );
      const other = await signUp(inbox.service);
      await inbox.db.run(sql`update app_user set state = 'pending' where id = ${other.userId}`);
      await inbox.note();
      const { rows, counts, today, total } = await inbox.read();
      expect(rows).toMatchObject([
        { id: `account.${other.userId}`, code: "account_pending", found: "Ada Byron waits for an account" },
        {
          id: `approval.${customer.subscriptionId}`,
          kind: "approval",
          entry: "customers",
          band: "today",
          code: "subscription_requested",
          action: { code: "approve", object: `/subscriptions/${customer.subscriptionId}` },
          can_put_off: false,
        },
      ]);
      expect(rows[1]!.found).toStartWith("Ada Byron requests ");
      expect([counts.customers, today, total]).toEqual([2, 2, 2]);
      await inbox.later(minuteMs);
      const approve = await inbox.service.ask("PATCH", `/subscriptions/${customer.subscriptionId}`, {
        headers: inbox.service.operatorHeaders,
        json: { state: "active" },
      });
      expect(approve.status).toBe(200);
      // It goes at once, and is closed when a node notes it.
      expect(await inbox.found("approval")).toEqual([]);
      expect((await inbox.read()).closed).toEqual([]);
      await inbox.later(minuteMs);
      await inbox.note();
      expect((await inbox.read()).closed).toMatchObject([
        {
          id: `approval.${customer.subscriptionId}`,
          by: "operator",
          by_name: null,
          object: `/subscriptions/${customer.subscriptionId}`,
          closed_at: new Date(inbox.service.app.clock()).toISOString(),
        },
      ]);
      expect((await inbox.read()).closed[0]!.action).toStartWith("subscription.");
      // What is about an account goes with it.
      await inbox.service.ask("DELETE", `/users/${other.userId}`, { headers: inbox.service.operatorHeaders });
      await inbox.note();
      expect(await inbox.found("account")).toEqual([]);
      expect((await inbox.read()).closed).toHaveLength(1);
    });

    test("more than five of a kind are one row", async () => {
      const people = [];
      for (let number = 0; number < 6; number += 1) {
        const { userId } = await signUp(inbox.service);
        people.push(userId);
        await inbox.db.run(sql`update app_user set state = 'pending' where id = ${userId}`);
      }
      expect(await inbox.found("account")).toMatchObject([
        { id: "account", code: "account_several", found: "6 accounts to approve", count: 6 },
      ]);
      expect((await inbox.read()).counts.customers).toBe(1);
      await inbox.db.run(sql`update app_user set state = 'active' where id = ${people[0]!}`);
      expect(await inbox.found("account")).toHaveLength(5);
      await inbox.db.run(sql`update app_user set state = 'active' where state = 'pending'`);
    });

    test("APIs of which more than 1% of the calls fail within five minutes", async () => {
      const minute = Math.floor(inbox.service.app.clock() / minuteMs) * minuteMs;
      const calls = (at: number, api: string, ended: string, count: number) =>
        inbox.db.run(sql`
          insert into usage_minute_total (minute, api_id, class, calls, credits, bytes, cache_hits, cache_misses,
            api_us_sum, api_us_min, api_us_max, service_us_sum, service_us_min, service_us_max)
          values (${at}, ${api}, ${ended}, ${count}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
      await calls(minute - minuteMs, "recalls", "success", 493);
      await calls(minute - 2 * minuteMs, "recalls", "fault", 7);
      // Exactly 1%, too few, and too long ago.
      await calls(minute - minuteMs, "auction", "success", 594);
      await calls(minute - minuteMs, "auction", "fault", 6);
      await calls(minute - minuteMs, "plates", "fault", 4);
      await calls(minute - 6 * minuteMs, "liens", "fault", 100);
      const rows = await inbox.found("errors");
      expect(rows).toMatchObject([
        {
          id: "errors.recalls",
          band: "today",
          entry: "calls",
          found: "1.4% of the calls of recalls fail with 5xx",
        },
      ]);
      await inbox.later(6 * minuteMs);
      expect(await inbox.found("errors")).toEqual([]);
    });

    test("the last import of a family failed, until a later one ends well", async () => {
      const run = (id: string, state: string, dryRun = 0, outcome = "{}") =>
        inbox.db.run(sql`
          insert into import_run (id, family, source, input, mode, dry_run, node, state, started_at, renewed_at,
            ended_at, stop_requested, progress, outcome)
          values (${id}, 'auctions', 'records', 'a.csv', 'replace', ${dryRun}, 'here/1', ${state},
            ${inbox.service.app.clock()}, 0, ${inbox.service.app.clock()}, 0, '{}', ${outcome})`);
      await run("i1", "failed", 0, JSON.stringify({ error: "The file has no header." }));
      await inbox.later(minuteMs);
      await run("i2", "done", 1);
      expect(await inbox.found("import")).toMatchObject([
        {
          id: "import.i1",
          entry: "data",
          band: "later",
          found: "The import of auctions failed: The file has no header",
        },
      ]);
      await inbox.later(minuteMs);
      await run("i3", "done");
      expect(await inbox.found("import")).toEqual([]);
    });

    test("backups that are late or failed, and one that could not be restored", async () => {
      const set = (name: string, value: string) =>
        inbox.db.run(sql`insert into setting (name, value) values (${name}, ${value})`);
      await set("backup_fault", "The disk was full.");
      // This node has no VINGATE_BACKUP_DIR: its checks are those of a node without backups.
      expect(await inbox.found("backup")).toEqual([]);
      await set("backup_drill_fault", "It is cut.");
      expect(await inbox.found("backup")).toMatchObject([{ id: "backup-drill", band: "week" }]);
      await inbox.db.run(sql`delete from setting where name in ('backup_fault', 'backup_drill_fault')`);
    });

    test("findings of the doctor, of this and other machines, whichever shows them", async () => {
      const proxies = { name: "public URL", ...warning("It is not encrypted", "Use TLS.") };
      await inbox.findings([
        proxies,
        { name: "disk", state: "ok", found: "Much is free", advice: null },
        { name: "nodes", ...warning("One is silent", "Start it."), item: null },
      ]);
      expect(await inbox.found("check")).toMatchObject([
        {
          id: "check.public-url",
          found: "Public URL: It is not encrypted",
          consequence: "Use TLS.",
          band: "later",
          can_put_off: true,
          node: null,
        },
      ]);
      const full = {
        name: "disk",
        ...fault("3 MiB are free", "Free some space."),
        item: { kind: "disk", code: "disk_low", values: { free_bytes: 3e6 }, harm: "refused" },
      };
      await inbox.db.run(sql`
        insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
          waiting_bytes, delay_us, memory_bytes, streams, findings)
        select 'other', 'fra-2/77', role, address, build, '', started_at, seen_at, 0, 0, 0, 0, 0,
          ${JSON.stringify([proxies, full])} from node where instance = ${inbox.service.app.process.instance}`);
      const { rows } = await inbox.read();
      expect(rows).toMatchObject([
        { id: "disk.disk.fra-2", kind: "disk", node: "fra-2", band: "today", found: "Disk: 3 MiB are free" },
        { id: "check.public-url", node: null },
      ]);
      // Its certificate is of that machine alone.
      await inbox.db.run(sql`update node set seen_at = seen_at - ${minuteMs} where instance = 'other'`);
      expect((await inbox.read()).rows).toMatchObject([
        { id: "node.other", kind: "node", band: "week", found: "Node fra-2/77 is offline" },
        { id: "check.public-url" },
      ]);
      await inbox.db.run(sql`delete from node where instance = 'other'`);
    });

    test("a check that fails hides no other", async () => {
      await inbox.findings([]);
      const { inspection } = inbox.service.app;
      const broken = {
        name: "broken",
        run: () => warning("a", "b"),
        items: () => Promise.reject(new Error("no")),
      };
      const app = {
        ...inbox.service.app,
        inspection: { ...inspection, checks: [...inspection.checks, broken] },
      };
      expect(await collectItems(app)).toEqual({ items: [], unread: ["broken"], isComplete: false });
    });
  });
