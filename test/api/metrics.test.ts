import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { storeBackup } from "../../src/management/system/backup-state.ts";
import { allChecks } from "../all-checks.ts";
import { type GatewayService, startGateway } from "../gateway/gateway-service.ts";
import { kinds, problem, signUp, testStart } from "../harness.ts";
import { promtool, runPromtool } from "../prometheus.ts";
import { until } from "../until.ts";

const vin = "1HGCM82633A004352";
// Each operation has about nine.
const seriesMax = 3000;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`metrics on ${kind.dialect}`, () => {
    let service: GatewayService;
    const upstream = Bun.serve({
      port: 0,
      fetch: ({ url }) => new Response("body", { status: url.endsWith("/500") ? 500 : 200 }),
    });
    beforeAll(async () => {
      service = await startGateway(kind, { VINGATE_METRICS_ALLOW: "192.0.2.0/24,127.0.0.1" });
    });
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });

    const read = async () =>
      (await service.ask("GET", "/metrics", { headers: service.operatorHeaders })).text;
    const seriesOf = (text: string, start: string) =>
      text.split("\n").filter((line) => line.startsWith(start));

    test("the operator token or an allowed address reads them", async () => {
      const from = async (address: string, headers: Record<string, string> = {}) =>
        (await service.ask("GET", "/metrics", { from: address, headers })).status;
      expect(await from("203.0.113.9", service.operatorHeaders)).toBe(200);
      expect(await from("192.0.2.9")).toBe(200);
      expect(await from("127.0.0.1")).toBe(200);
      // A proxy on the same machine that is not trusted.
      expect(await from("127.0.0.1", { "x-forwarded-for": "192.0.2.9" })).toBe(401);
      expect(await from("203.0.113.9", service.clientHeaders)).toBe(401);
      const refused = await service.ask("GET", "/metrics", { from: "203.0.113.9" });
      expect(refused.body).toEqual(
        problem(
          "not_authenticated",
          401,
          "Not authenticated",
          "The metrics require the operator token, or an address that VINGATE_METRICS_ALLOW names.",
          refused,
        ),
      );
    });

    test("calls are counted by operation, class and what they cost", async () => {
      const account = await signUp(service);
      const before = await read();
      const counted = (text: string, series: string) =>
        Number(seriesOf(text, `${series} `)[0]?.split(" ").at(-1) ?? 0);
      const headers = { "x-authkey": account.key };
      const found = await service.ask("GET", `/vin-decoder/${vin}`, { headers });
      await service.ask("GET", `/vin-decoder/${vin}`, { headers });
      await service.ask("GET", "/vin-decoder/short", { headers });
      await service.ask("GET", `/vin-decoder/${vin}`);
      await service.ask("GET", "/no/such/path");
      const lines = await service.ask("POST", "/vin-decoder/batch", { headers, json: { vins: [vin, vin] } });
      const after = await read();
      const rise = (series: string) => counted(after, series) - counted(before, series);
      const decode = 'group="vin-decoder",operation="decodeVin"';
      expect(rise(`vingate_requests_total{${decode},class="2xx"}`)).toBe(2);
      expect(rise(`vingate_requests_total{${decode},class="4xx"}`)).toBe(2);
      expect(rise('vingate_requests_total{group="none",operation="none",class="4xx"}')).toBe(1);
      expect(rise('vingate_request_seconds_count{group="vin-decoder"}')).toBe(5);
      const bytes = 2 * found.text.length + lines.text.length;
      expect(rise('vingate_response_bytes_total{group="vin-decoder",class="2xx"}')).toBe(bytes);
      expect(rise('vingate_errors_total{code="not_authenticated"}')).toBe(1);
      expect(rise('vingate_errors_total{code="not_found"}')).toBe(1);
      expect(rise('vingate_calls_total{class="2xx"}')).toBe(4);
      expect(rise('vingate_calls_total{class="4xx"}')).toBe(1);
      expect(rise("vingate_credits_spent_total")).toBe(4);
      expect(rise("vingate_journal_records_total")).toBe(5);
      expect(rise('vingate_store_seconds_count{call="acquireCredits"}')).toBeGreaterThan(0);
      expect(counted(after, "vingate_journal_waiting_calls")).toBe(0);
      expect(seriesOf(after, "vingate_healthy")).toEqual(
        ["database", "decoder", "disk", "journal"].map((check) => `vingate_healthy{check="${check}"} 1`),
      );
      for (const secret of [account.subscriptionId, account.userId, account.email, account.key])
        expect(after).not.toContain(secret);
    });

    test("forwarded calls and their upstreams are counted by API", async () => {
      const api = await service.register(`${upstream.url}`);
      await service.call(api, "GET", "/200");
      await service.call(api, "GET", "/500");
      const text = await read();
      const own = (start: string) =>
        seriesOf(text, start)
          // It is called until it is known.
          .filter((line) => line.includes(`"${api.path}"`) && !line.includes("4xx"))
          .map((line) => line.replace(api.path, "API"));
      expect(own("vingate_requests_total")).toEqual([
        'vingate_requests_total{group="API",operation="forward",class="2xx"} 1',
        'vingate_requests_total{group="API",operation="forward",class="5xx"} 1',
      ]);
      expect(own("vingate_response_bytes_total")).toEqual([
        'vingate_response_bytes_total{group="API",class="2xx"} 4',
        'vingate_response_bytes_total{group="API",class="5xx"} 4',
      ]);
      expect(own("vingate_upstream_seconds_count")).toEqual(['vingate_upstream_seconds_count{api="API"} 2']);
      expect(own("vingate_upstream_failures_total")).toEqual([
        'vingate_upstream_failures_total{api="API"} 1',
      ]);
      expect(own("vingate_upstream_under_way")).toEqual(['vingate_upstream_under_way{api="API"} 0']);
      expect(own("vingate_upstream_breaker_open")).toEqual(['vingate_upstream_breaker_open{api="API"} 0']);
    });

    test.skipIf(!promtool)("promtool finds no fault", async () => {
      expect(await runPromtool(["check", "metrics"], await read())).toBe("");
    });

    test("the doctor's checks and the backups are metrics", async () => {
      await storeBackup(service.app.database, { at: testStart, file: "f", bytes: 1, seconds: 1 });
      const text = await until(async () => {
        const got = await service.ask("GET", "/metrics", { headers: service.operatorHeaders });
        return got.text.includes("vingate_check_state{") && got.text;
      }, "the checks have run");
      for (const { name } of allChecks)
        expect(text).toMatch(new RegExp(`^vingate_check_state.*"${name}".* [012]$`, "m"));
      expect(text).toMatch(new RegExp(`^vingate_backup_timestamp_seconds ${testStart / 1000}$`, "m"));
      expect(text).toMatch(/^vingate_backup_failed 0$/m);
    });

    test("all operations in all classes are few series", async () => {
      const { operations } = service.app;
      const { metrics } = service.app.telemetry;
      for (const { id, lookup, tag } of operations)
        for (const status of [200, 304, 400, 500])
          metrics.operation(id, lookup?.api ?? tag).add(status, performance.now(), 1);
      for (let api = 0; api < 100; api++)
        for (const status of [200, 304, 400, 500]) {
          metrics.api(`another${api}`).add(status, performance.now(), 1);
          metrics.upstream(`another${api}`);
        }
      const series = (await read()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      expect(new Set(series.map((line) => line.slice(0, line.lastIndexOf(" ")))).size).toBe(series.length);
      expect(series.length).toBeLessThan(seriesMax);
      console.log(`${series.length} series with every operation in every class on ${kind.dialect}`);
    });
  });
}
