import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ReportInput } from "../../../../sdk/typescript/src/index.ts";
import { type SdkService, startSdkService } from "../../../../test/sdk/sdk-service.ts";
import { goodVin } from "../../../../test/subscribers.ts";

let sdk: SdkService;
beforeAll(async () => {
  sdk = await startSdkService();
}, 180_000);
afterAll(() => sdk.end());

test("the client's report over a cut is charged once", async () => {
  const account = await sdk.who.subscribe({});
  const client = sdk.client(account, { retries: 8 });
  const cuts = sdk.relay.cuts;
  sdk.relay.cutAfter(100);
  const { data } = await client.getReport(goodVin, { families: "vin-decoder,lien" });
  expect(data.parts["vin-decoder"]?.data?.basic?.year).toBe(2003);
  expect(data.parts.lien?.error?.code).toBe("api_not_in_product");
  expect([sdk.relay.cuts - cuts, await sdk.used(account)]).toEqual([1, 1]);
});

test("the client's reports of many VINs are in order and charged once", async () => {
  const account = await sdk.who.subscribe({});
  const client = sdk.client(account, { retries: 8 });
  async function* vins(): AsyncGenerator<ReportInput> {
    for (let at = 0; at < 12; at++) yield at % 5 === 3 ? "no" : { vin: goodVin, year: 2003 };
  }
  const shown: unknown[] = [];
  sdk.relay.cutAfter(3000);
  for await (const result of client.reports(vins(), { families: ["vin-decoder"], partSize: 5 })) {
    const year = result.status === "success" && result.data.parts["vin-decoder"]?.data?.basic?.year;
    shown.push([result.index, result.status === "error" ? result.error.status : year]);
  }
  expect(shown).toEqual(Array.from({ length: 12 }, (_, at) => [at, at % 5 === 3 ? 422 : 2003]));
  expect(await sdk.used(account)).toBe(10);
});

test("the client's reports end with the credits, after those that were paid for", async () => {
  const account = await sdk.who.subscribe({ credit_cost: { default: 5 } });
  const vins = new Array<string>(20).fill(goodVin);
  const seen: number[] = [];
  const all = async () => {
    for await (const result of sdk.client(account).reports(vins, { families: ["vin-decoder"] }))
      if (result.status === "success" && result.data.credits_charged > 0) seen.push(result.index);
  };
  expect(await all().catch((error: { code: string }) => error.code)).toBe("credits_exhausted");
  expect([seen.length, await sdk.used(account)]).toEqual([3, 15]);
});
