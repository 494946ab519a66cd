import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { CallStore } from "../../src/metering/clickhouse/call-store.ts";
import { configuredClickhouse } from "../../src/metering/clickhouse/clickhouse.ts";
import { consistencyFindings } from "../../src/metering/consistency/findings.ts";
import { follow } from "../api/event-lines.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";
import { newFolder } from "../service-process.ts";
import { until } from "../until.ts";
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
        service = await startService(kind, { VINGATE_CLICKHOUSE_URL: url });
        ada = await signUp(service);
      }, 60_000);

      afterAll(async () => {
        await service?.end();
        await engine?.kill();
        remove();
      });

      const agrees = async () => {
        const store = new CallStore(configuredClickhouse(service.app.config)!);
        expect(await consistencyFindings(service.app.database, store)).toEqual([]);
      };
      const look = async (id: string) => {
        const got = await service.ask("GET", `/vin-decoder/${vin}`, {
          headers: { "x-authkey": ada.key, "x-request-id": id },
        });
        expect(got.status).toBe(200);
      };
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
        const left = await service.app.database.get<{ used: number }>(
          sql`select used from credit_total where subscription_id = ${ada.subscriptionId}`,
        );
        expect(left).toEqual({ used: 3 });
        const refused = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
        expect(refused.status).toBe(503);
        expect(refused.text).toContain("ClickHouse");
        await until(async () => (await health())[1] === "unavailable", "the service notices it");
        expect(await health()).toEqual([503, "unavailable"]);
        expect((await service.ask("GET", "/readyz")).status).toBe(200);
        engine = await startClickhouse(folder, { port: engine.port, password });
        await until(
          async () => (await report()).total === 3 && ids(await report()).length === 3,
          "it catches up",
        );
        expect(ids(await report())[0]).toBe("while-away");
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
        expect((await report()).items.map(({ ip_address }) => ip_address)).toEqual(["", "", "", ""]);
      });
    },
  );
