import { afterAll, beforeAll, expect, test } from "bun:test";
import { problem, startService, type TestService, testOrigin } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { type VpicCaller, vpicCaller } from "./api-caller.ts";

const accord = "1HGCM82633A004352";

let service: TestService;
let caller: VpicCaller;
beforeAll(async () => {
  service = await startService();
  caller = await vpicCaller(service, 1000);
});
afterAll(() => service.end());

test("a form of 30,000 parameters is refused and costs nothing", async () => {
  const got = await caller.batch(`DATA=${accord}&${Array(30_000).fill("p=1").join("&")}`);
  const detail = "A form may have at most 100 parameters.";
  expect(got.body).toEqual(problem("content_too_large", 413, "Content too large", detail, got));
  await service.app.metering.flush();
  const recorded = await service.app.database.all(sql`
    select url, status, credits from request_log where subscription_id = ${caller.account.subscriptionId}`);
  expect(recorded).toEqual([{ url: "/vehicles/DecodeVINValuesBatch", status: 413, credits: 0 }]);
});

test("a batch is answered in pieces between which others are", async () => {
  const pieces = async (format: string) => {
    const request = new Request(`${testOrigin}/vehicles/DecodeVINValuesBatch`, {
      method: "POST",
      headers: { "x-AuthKey": caller.account.key, "content-type": "application/x-www-form-urlencoded" },
      body: `format=${format}&data=${Array(256).fill(accord).join(";")}`,
    });
    const response = await service.serve(request, "127.0.0.1");
    const sizes: number[] = [];
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      sizes.push(Buffer.from(chunk).toString().split(accord).length - 1);
    return sizes;
  };
  for (const format of ["xml", "csv"]) {
    const sizes = await pieces(format);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(256);
    // They are of one group, which takes some 20 ms.
    expect(sizes.length).toBeGreaterThan(3);
  }
});

test("a very long VIN is cut, and separators alone are no VINs", async () => {
  const results = async (data: string) => {
    const got = await caller.batch(`format=json&data=${data}`);
    expect(got.status).toBe(200);
    return (got.body as { Results: { VIN: string; ErrorCode: string }[] }).Results;
  };
  const [long, next, ...others] = await results(`${"A".repeat(400_000)}; ${accord},2003 ;`);
  expect([long!.VIN, next!.VIN, next!.ErrorCode, others]).toEqual(["A".repeat(1000), accord, "0", []]);
  expect(await results(";".repeat(500_000))).toEqual([]);
  expect(await results(" ; \u00a0 ;\t; ")).toEqual([]);
  expect((await caller.batch(`data=${"1;".repeat(250_000)}`)).status).toBe(422);
  expect((await results("1HG;".repeat(40).slice(0, -1))).length).toBe(40);
  const poor = await vpicCaller(service);
  await poor.batch(`data=${Array(15).fill(accord).join(";")}`);
  const got = await poor.batch(`format=json&data=${"A".repeat(400_000)}`);
  const [refused] = (got.body as { Results: { VIN: string; ErrorCode: string }[] }).Results;
  expect([refused!.VIN, refused!.ErrorCode]).toEqual(["A".repeat(1000), "402"]);
});
