import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { follow } from "../../../../test/api/event-lines.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { consistencyFindings } from "../../../../test/metering/consistency-findings.ts";
import { newFolder } from "../../../../test/service-process.ts";
import { until } from "../../../../test/until.ts";
import { callOf } from "../../../../test/usage-calls.ts";
import { sql } from "../../../database/sql.ts";
import { loadSink } from "../../../metering/sink/sink.ts";
import { type ClickhouseProcess, noClickhouse, startClickhouse } from "./start-engine.ts";

const vin = "5J6RW2H59JL990075";
const password = "not-in-any-log";

interface Report {
  readonly items: readonly { readonly request_id: string; readonly ip_address: string }[];
  readonly total: number;
}

for (const kind of kinds)
  describe.skipIf(kind.missing || noClickhouse !== undefined)(
    `single calls in ClickHouse on ${kind.dialect}`,
    () => {
      const { folder, remove } = newFolder();
      let engine: ClickhouseProcess;
      let service: TestService;
      let ada: Account;

      beforeAll(async () => {
        engine = await startClickhouse(folder, { password });
        const url = `http://default:${password}@127.0.0.1:${engine.port}/vingate`;
        const settings = { VINGATE_CLICKHOUSE_URL: url, VINGATE_CLICKHOUSE_WAIT_MAX: "64K" };
        service = await startService(kind, settings);
        ada = await signUp(service);
      }, 180_000);

      afterAll(async () => {
        await service?.end();
        await engine?.kill();
        remove();
      });

      const agrees = async () => {
        const { config, database } = service.app;
        expect(await consistencyFindings(database, await loadSink(config.callSink!))).toEqual([]);
      };
      const statusOf = async (id: string) => {
        const headers = { "x-authkey": ada.key, "x-request-id": id };
        return (await service.ask("GET", `/vin-decoder/${vin}`, { headers })).status;
      };
      const look = async (id: string) => expect(await statusOf(id)).toBe(200);
      const used = () =>
        service.app.database.get<{ used: number }>(
          sql`select used from credit_total where subscription_id = ${ada.subscriptionId}`,
        );
      /** Calls that cost nothing. */
      const recordFree = (calls: number) =>
        Promise.all(
          Array.from({ length: calls }, (_, index) =>
            service.app.metering.record(
              callOf(ada, service.app.clock(), { requestId: `free-${index}`, status: 404, credits: 0 }),
            ),
          ),
        );
      const report = async (query = "") => {
        const got = await service.ask("GET", `/reports/byRequest${query}`, {
          headers: service.operatorHeaders,
        });
        expect(got.status).toBe(200);
        return got.body as Report;
      };
      const ids = ({ items }: Report) => items.map(({ request_id }) => request_id);
      const health = async () => {
        const { status, body } = await service.ask("GET", "/health");
        return [status, (body as { checks: Record<string, string> }).checks.clickhouse];
      };

      test("calls are in the report at once and the database has no rows of them", async () => {
        await look("first");
        service.advance(10);
        await look("second");
        expect(await report()).toMatchObject({ total: 2 });
        expect(ids(await report())).toEqual(["second", "first"]);
        expect(ids(await report("?request_id=first"))).toEqual(["first"]);
        const { database } = service.app;
        expect(await database.get(sql`select count(*) as chunks from request_chunk`)).toEqual({ chunks: 0 });
        await agrees();
        expect(await health()).toEqual([200, "ok"]);
      });

      test("calls wait in the journal while ClickHouse is away, and are charged", async () => {
        await engine.kill();
        await look("while-away");
        expect(await used()).toEqual({ used: 3 });
        const refused = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
        expect(refused.status).toBe(503);
        expect(refused.text).toContain("ClickHouse");
        await until(async () => (await health())[1] === "unavailable", "the service notices it");
        expect(await health()).toEqual([503, "unavailable"]);
        expect((await service.ask("GET", "/readyz")).status).toBe(200);
        await recordFree(300);
        await until(async () => (await health())[1] === "full", "too many calls wait");
        expect(await statusOf("beyond")).toBe(503);
        expect((await service.ask("GET", "/readyz")).status).toBe(503);
        const { body } = await service.ask("GET", "/health", { headers: service.operatorHeaders });
        expect((body as { single_calls: unknown }).single_calls).toEqual({
          waiting_calls: 301,
          waiting_bytes: expect.any(Number),
          waiting_bytes_max: 65_536,
          waiting_since: expect.stringMatching(/^2026-/),
        });
        engine = await startClickhouse(folder, { port: engine.port, password });
        await until(async () => (await statusOf("again")) === 200, "it catches up");
        expect(ids(await report("?request_id=while-away"))).toEqual(["while-away"]);
        expect(ids(await report("?request_id=beyond"))).toEqual([]);
        expect(await report()).toMatchObject({ total: 304 });
        expect(await used()).toEqual({ used: 4 });
        await agrees();
        expect(service.logged.join("")).not.toContain(password);
      });

      test("live events show calls that ClickHouse has", async () => {
        const live = await follow(service, "/reports/byRequest/events", service.operatorHeaders);
        expect((await live.next())?.data).toEqual({ items: [], skipped: 0 });
        await look("live");
        const received = (await live.next())?.data as Report;
        expect(ids(received)).toEqual(["live"]);
        await live.leave();
      });

      test("a deleted account's addresses leave ClickHouse", async () => {
        const gone = await service.ask("DELETE", `/users/${ada.userId}`, {
          headers: service.operatorHeaders,
        });
        expect(gone.status).toBe(200);
        const { items, total } = await report();
        expect([total, items.map(({ ip_address }) => ip_address)]).toEqual([305, new Array(100).fill("")]);
      });
    },
  );
