import { afterAll, beforeAll, expect, test } from "bun:test";
import { ApiError, ConnectionError, type VinInput } from "../../sdk/typescript/src/index.ts";
import { type Account, signUp } from "../harness.ts";
import { goodVin, unknownVin } from "../subscribers.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

let sdk: SdkService;
beforeAll(async () => {
  sdk = await startSdkService();
}, 60_000);
afterAll(() => sdk.end());

const unlimited = { retries: 8 };
const thrown = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);
const grant = (account: Account, change: number) =>
  sdk.operator.request("POST /subscriptions/{id}/credits", {
    params: { id: account.subscriptionId },
    body: { change },
  });

test("a lookup resolves to its body", async () => {
  const account = await signUp(sdk.service);
  const client = sdk.client(account);
  const { body, info } = await client.decodeVin(goodVin, { year: 2003 }).withInfo();
  expect(body.data.basic.make).toBe("HONDA");
  expect(info).toMatchObject({ status: 200, creditsRemaining: 14 });
  expect((await client.balance()).credits).toEqual({ granted: 15, used: 1, remaining: 14, unlimited: false });
});

test("an error has the members of its problem", async () => {
  const client = sdk.client(await signUp(sdk.service));
  const error = (await thrown(client.decodeVin(unknownVin))) as ApiError;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 404, code: "vehicle_not_found" });
  const invalid = (await thrown(client.decodeVin("5J6RW2H59JL99OO75"))) as ApiError;
  expect(invalid).toMatchObject({ status: 422, code: "validation_error", field: "vin" });
});

test("an answer that is cut off anywhere is charged once", async () => {
  const account = await signUp(sdk.service);
  const places = [0, 1, 100, 400, 700, 1000];
  const cut = places.map(async (place) => {
    const relay = await sdk.openRelay();
    relay.cutAfter(place);
    const { data } = await sdk.client(account, { url: relay.url }).decodeVin(goodVin);
    relay.close();
    return [data.basic.make, relay.cuts];
  });
  expect(await Promise.all(cut)).toEqual(places.map(() => ["HONDA", 1]));
  expect(await sdk.used(account)).toBe(places.length);
}, 60_000);

test("a batch over cuts is complete and charged once", async () => {
  const account = await signUp(sdk.service);
  await grant(account, 10_000);
  const client = sdk.client(account, unlimited);
  const cuts = sdk.relay.cuts;
  const count = 3000;
  async function* vins(): AsyncGenerator<VinInput> {
    for (let at = 0; at < count; at++)
      yield at % 100 === 7 ? unknownVin : at % 100 === 8 ? "no VIN" : goodVin;
  }
  let at = 0;
  for await (const result of client.decodeVins(vins(), { partSize: 500 })) {
    if (at % 500 === 100) sdk.relay.cutAfter(300);
    const status = result.status === "success" ? 200 : result.error.status;
    expect([result.index, status]).toEqual([at, at % 100 === 7 ? 404 : at % 100 === 8 ? 422 : 200]);
    at += 1;
  }
  expect([at, sdk.relay.cuts - cuts >= 5, await sdk.used(account)]).toEqual([count, true, count * 0.98]);
}, 60_000);

test("without a service the error says so", async () => {
  const client = sdk.client(await signUp(sdk.service), { url: "http://127.0.0.1:9", retries: 1 });
  const error = (await thrown(client.decodeVin(goodVin))) as ConnectionError;
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.isUnsent).toBe(true);
});
