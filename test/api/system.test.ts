import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hostname } from "node:os";
import { sql } from "../../src/database/sql.ts";
import { forgetEnded } from "../../src/management/system/node-heartbeat.ts";
import { type Account, kinds, signUp, startService, type TestService, testStart } from "../harness.ts";
import { until } from "../until.ts";
import { follow } from "./event-lines.ts";

interface System {
  readonly versions: object;
  readonly settings: readonly { name: string; value: string | null; source: string }[];
  readonly nodes: readonly {
    instance: string;
    name: string;
    state: string;
    seconds_silent: number;
    credits_held: number;
  }[];
  readonly journal: { waiting_calls: number; left_behind: number };
  readonly leases: { subscriptions: number; credits_held: number };
  readonly ledger_check: LedgerCheck | null;
}
interface LedgerCheck {
  readonly state: string;
  readonly comparisons: readonly { check: string; differing: number }[];
  readonly findings: readonly string[];
  readonly error: string | null;
}

const secret = "a-token-of-this-operator-alone";
const now = new Date(testStart).toISOString();

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the state of the service, on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_OPERATOR_TOKEN: secret, VINGATE_SIGNUP: "open" });
      ada = await signUp(service);
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string) =>
      service.ask(method, path, { headers: service.operatorHeaders });
    const read = async () => (await operator("GET", "/system")).body as System;
    const look = () =>
      service.ask("GET", "/vin-decoder/1HGCM82633A004352", { headers: { "x-authkey": ada.key } });
    /** Waits until a check has ended. */
    const ended = () =>
      until(async () => {
        const { ledger_check: check } = await read();
        return check && check.state !== "running" && check;
      }, "the check ends");

    test("an operator reads the whole state", async () => {
      await look();
      const got = await operator("GET", "/system");
      const { versions, settings, ...state } = got.body as System;
      const held = state.leases.credits_held;
      expect(held).toBeGreaterThan(0);
      expect<unknown>(state).toEqual({
        time: now,
        answered_by: service.app.process.instance,
        checks: { database: "ok", decoder: "ok", disk: expect.any(String), journal: "ok" },
        nodes: [
          {
            instance: service.app.process.instance,
            name: expect.stringMatching(/\/\d+$/),
            role: "single",
            address: "127.0.0.1:8080",
            version: service.app.process.build,
            state: "alive",
            started_at: now,
            seen_at: expect.any(String),
            seconds_silent: expect.any(Number),
            waiting_calls: 0,
            waiting_bytes: 0,
            leases: 1,
            credits_held: held,
            delay_ms: 0,
            memory_bytes: expect.any(Number),
            streams: 0,
            // The clock of tests stands still.
            clock_skew_ms: expect.any(Number),
          },
        ],
        journal: {
          waiting_calls: 0,
          waiting_bytes: 0,
          waiting_bytes_max: 2 ** 30,
          left_behind: 0,
          damaged: [],
        },
        single_calls: null,
        leases: { subscriptions: 1, credits_held: held },
        ledger_check: null,
        disk: {
          folder: service.app.config.dataDir,
          free_bytes: expect.any(Number),
          total_bytes: expect.any(Number),
          reserve_bytes: 512 * 2 ** 20,
          database_bytes: kind.dialect === "postgres" ? expect.any(Number) : null,
          journal_bytes: expect.any(Number),
        },
        held: null,
        backups: {
          state: "off",
          folder: null,
          every_hours: 24,
          keep: 7,
          last: null,
          drill: null,
          drill_error: null,
          running_since: null,
          error: null,
        },
        // One node needs four; imports and the check of all nodes five.
        connections:
          kind.dialect === "postgres"
            ? { used: expect.any(Number), needed: 10, allowed: expect.any(Number) }
            : null,
      });
      expect<unknown>(versions).toEqual({
        program: service.app.process.build,
        interface: "1.0.0",
        runtime: `Bun ${Bun.version}`,
        database: expect.stringMatching(kind.dialect === "postgres" ? /^PostgreSQL \d/ : /^SQLite 3\.\d/),
        schema: expect.stringMatching(/^\d{4}-/),
        vin_data: {
          source: "vpic-packaged",
          version: "2026-03",
          complete: false,
          age_days: 265,
          outdated: true,
        },
        datasets: [],
      });
      const received = settings
        .filter(({ source }) => source === "environment")
        .map(({ name, value }) => [name, value]);
      expect(received).toContainEqual(["VINGATE_OPERATOR_TOKEN", null]);
      expect(received).toContainEqual(["VINGATE_SIGNUP", "open"]);
      expect(got.text).not.toContain(secret);
    });

    test("a silent node and its journal are reported", async () => {
      await service.app.database.run(sql`
        insert into journal (journal_id, node, place, state, opened_at)
        values ('of-the-other', 'other/7', '', 'open', ${testStart})`);
      const enter = (seenAt: number) =>
        service.app.database.run(sql`
          insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
            waiting_bytes, delay_us, memory_bytes, streams)
          values ('other', 'other/7', 'worker', '10.0.0.2:8080', '0.1.0', 'of-the-other', ${testStart - 5000},
            ${seenAt}, 7, 700, 0, 0, 0)
          on conflict (instance) do update set seen_at = excluded.seen_at`);
      await enter(Date.now() - 4000);
      const alive = await read();
      expect(alive.nodes.map(({ instance, state }) => [instance, state])[0]).toEqual(["other", "alive"]);
      expect(alive.journal).toMatchObject({ waiting_calls: 7, left_behind: 0 });
      await enter(Date.now() - 60_000);
      const silent = await read();
      expect(silent.nodes[0]).toMatchObject({ instance: "other", state: "silent", clock_skew_ms: null });
      expect(silent.journal).toMatchObject({ waiting_calls: 0, left_behind: 1 });
      await service.app.database.run(sql`delete from node where instance = 'other'`);
      await service.app.database.run(sql`delete from journal where journal_id = 'of-the-other'`);
    });

    test("a node that is gone is forgotten, one that runs is not", async () => {
      const enter = (name: string, silentMs: number) =>
        service.app.database.run(sql`
          insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
            waiting_bytes, delay_us, memory_bytes, streams)
          values (${name.replace("/", "-")}, ${name}, 'single', ${address}, '0.1.0', 'j', ${testStart - 5000},
            ${Date.now() - silentMs}, 0, 0, 0, 0, 0)`);
      const { config } = service.app;
      const address = `${config.host}:${config.port}`;
      await enter("other/7", 60_000);
      await enter("other/8", 1000);
      expect((await operator("DELETE", "/system/nodes/other-8")).body).toMatchObject({
        code: "conflict",
        detail: "Node other/8 is running.",
      });
      expect((await operator("DELETE", "/system/nodes/other-7")).body).toEqual({ instance: "other-7" });
      expect((await operator("DELETE", "/system/nodes/other-7")).status).toBe(404);
      const audit = (await operator("GET", "/audit?action=system.forget_node")).body as object[];
      expect(audit).toMatchObject([{ before: { name: "other/7", instance: "other-7" } }]);
      // A process of this machine that ended, one that runs, and one of another machine.
      const host = hostname();
      for (const name of [`${host}/${2 ** 22 + 1}`, `${host}/${process.ppid}`, "elsewhere/9"])
        await enter(name, 60_000);
      await forgetEnded(service.app);
      const left = (await read()).nodes.map(({ name }) => name);
      expect(left.toSorted()).toEqual(
        [`${host}/${process.pid}`, `${host}/${process.ppid}`, "elsewhere/9", "other/8"].toSorted(),
      );
      await service.app.database.run(
        sql`delete from node where address = ${address} and instance like '%-%' and build = '0.1.0'`,
      );
    });

    test("a backup cannot be requested without a folder", async () => {
      const got = await operator("POST", "/system/backup");
      expect([got.status, (got.body as { detail: string }).detail]).toEqual([
        409,
        "No backups are scheduled. Set VINGATE_BACKUP_DIR, or run vingate backup FILE.",
      ]);
    });

    test("a consistency check on demand reports differences", async () => {
      await look();
      const started = (await operator("POST", "/system/ledgerCheck")).body as { ledger_check: LedgerCheck };
      expect(started.ledger_check.state).toBe("running");
      const agree = await ended();
      expect([agree.state, agree.findings]).toEqual(["agree", []]);
      expect(agree.comparisons.map(({ check }) => check)).toContain("ledger = granted");
      expect(agree.comparisons.filter(({ differing }) => differing > 0)).toEqual([]);

      await service.app.database.run(sql`
        update credit_balance set granted = granted + 1 where subscription_id = ${ada.subscriptionId}`);
      await operator("POST", "/system/ledgerCheck");
      const differ = await ended();
      expect(differ.state).toBe("differ");
      expect(differ.findings).toContain(`${ada.subscriptionId}: ledger 15, granted 16.`);
      await service.app.database.run(sql`
        update credit_balance set granted = granted - 1 where subscription_id = ${ada.subscriptionId}`);
      const audit = await operator("GET", "/audit?action=ledger.check");
      expect((audit.body as unknown[]).length).toBe(2);
    });

    test("one check runs at a time; a dead process's check has failed", async () => {
      const { instance } = service.app.process;
      const enter = (by: string, startedAt: number) =>
        service.app.database.run(sql`
          update setting set value = ${JSON.stringify({
            state: "running",
            started_at: startedAt,
            ended_at: null,
            instance: by,
            comparisons: [],
            findings: [],
            error: null,
          })} where name = 'ledger_check'`);
      await read();
      await enter(instance, testStart - 60_000);
      const still = (await operator("POST", "/system/ledgerCheck")).body as { ledger_check: object };
      expect(still.ledger_check).toMatchObject({
        state: "running",
        started_at: new Date(testStart - 60_000).toISOString(),
      });
      await enter("gone", testStart - 60_000);
      expect((await read()).ledger_check).toMatchObject({
        state: "failed",
        error: "The process that ran the check has ended.",
      });
      await operator("POST", "/system/ledgerCheck");
      expect((await ended()).state).toBe("agree");
    });

    test("events report changes of the state", async () => {
      const stream = await follow(service, "/system/events?seconds=0", service.operatorHeaders);
      const { versions: _, settings: __, ...state } = await read();
      const received = (await stream.next())!;
      expect(received.event).toBe("system");
      // This stream is one of the node's streams.
      const { nodes, disk: _disk, ...rest } = received.data as System & { disk: object };
      const { nodes: before, disk: __disk, ...expected } = state as System & { disk: object };
      expect(rest).toEqual(expected);
      expect(nodes).toMatchObject(before.map((one) => ({ instance: one.instance, streams: 1 })));
      expect(await stream.next()).toBeUndefined();
    });
  });
