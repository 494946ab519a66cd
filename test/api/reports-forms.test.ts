import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Account,
  type Got,
  kinds,
  signUp,
  startService,
  type TestService,
  testStart,
} from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

const hour = 3_600_000;

const journal = "0123456789abcdef".repeat(2);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`formats of reports on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;

    const get = (path: string, headers = service.operatorHeaders): Promise<Got> =>
      service.ask("GET", path, { headers });

    beforeAll(async () => {
      service = await startService(kind);
      ada = await signUp(service);
      await recordCalls(
        service,
        [
          callOf(ada, testStart - 2 * hour),
          callOf(ada, testStart - 2 * hour + 1),
          callOf(ada, testStart - hour, { status: 402, credits: 0, apiMicros: 10_500, cache: "miss" }),
          callOf(ada, testStart - hour + 2, {
            status: 404,
            credits: 0,
            api: "lien",
            operation: "lookUpLien",
            url: '=cmd,"x"',
          }),
        ],
        journal,
      );
    });
    afterAll(() => service.end());

    test("invalid time ranges are 422", async () => {
      const fault = (name: string, fault: string, input: unknown) => ({
        detail: [
          {
            type: "value_error",
            loc: ["query", name],
            msg: `Value error, ${fault}`,
            input,
            ctx: { error: {} },
          },
        ],
      });
      const late = "2026-11-22T00:00:00.000Z";
      for (const report of ["byApi", "byRequest", "timeseries"]) {
        const got = await get(`/reports/${report}?timestamp_ge=${late}`);
        expect(got.status).toBe(422);
        expect(got.body).toEqual(fault("timestamp_ge", "timestamp_ge must not be after timestamp_le", late));
      }
      const buckets = (query: string) =>
        get(`/reports/timeseries?timestamp_le=2026-11-20T23:59:59Z&${query}`);
      const most = "the time range has more than 10000 buckets of this granularity";
      const tooMany = await buckets("granularity=hour&timestamp_ge=2025-09-30T00:00:00Z");
      expect([tooMany.status, tooMany.body]).toEqual([422, fault("granularity", most, "hour")]);
      expect((await buckets("granularity=day&timestamp_ge=0001-01-01T00:00:00Z")).status).toBe(422);
      const exactly = await buckets("granularity=minute&timestamp_ge=2026-11-14T01:20:00Z");
      expect([exactly.status, (exactly.body as { buckets: object[] }).buckets.length]).toEqual([200, 10_000]);
      expect((await get("/reports/timeseries?granularity=second")).status).toBe(422);
      expect((await get("/reports/byApi?page=0")).status).toBe(422);
      expect((await get("/reports/byApi?page=-1")).status).toBe(422);
      expect((await get("/reports/byRequest?page_size=1001")).status).toBe(422);
      expect((await get("/reports/byApi?user_id=%00")).status).toBe(422);
      expect((await get("/reports/byApi?timestamp_ge=20261114")).status).toBe(422);
    });

    test("all three reports are available as CSV", async () => {
      const csv = (path: string) => get(path, { ...service.operatorHeaders, accept: "text/csv, */*;q=0.1" });
      const byApi = await csv("/reports/byApi?page_size=1&page=2");
      expect(byApi.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(byApi.headers.get("content-disposition")).toBe('attachment; filename="byApi.csv"');
      expect(byApi.text.split("\r\n")[0]).toStartWith("api_id,api_name,call_count_success,");
      expect(byApi.text.split("\r\n")[1]).toStartWith("lien,");
      const byRequest = await csv("/reports/byRequest?page_size=1");
      expect(byRequest.text).toBe(
        "request_id,timestamp,api_id,operation,product_id,user_id,subscription_id,method,url,ip_address," +
          "response_code,response_size,request_size,cache,api_time,service_time,credits,error_code,key,data_source,source,call\r\n" +
          `r${testStart - hour + 2},2026-11-20T23:00:00.002Z,lien,lookUpLien,trial,${ada.userId},` +
          `${ada.subscriptionId},GET,"'=cmd,""x""",203.0.113.9,404,100,0,none,2,1,0,,,,http,${journal}/4\r\n`,
      );
      const series = await csv("/reports/timeseries?granularity=week");
      expect(series.text).toBe(
        "timestamp,total,success,blocked,failed,other,credits,bandwidth,api_time_avg,fault\r\n" +
          "2026-11-09T00:00:00.000Z,0,0,0,0,0,0,0,0,0\r\n" +
          "2026-11-16T00:00:00.000Z,4,2,1,0,1,2,400,4.125,0\r\n",
      );
      expect((await get("/reports/byApi")).headers.get("vary")).toBe("accept, Accept-Encoding");
    });
  });
}
