import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  Forbidden,
  InsufficientScope,
  InvalidRequest,
  NotFound,
  type SignatureError,
  StepUpRequired,
  Vingate,
  type VinInput,
  webhooks,
} from "../../sdk/typescript/src/index.ts";
import { buildVersion } from "../../src/base/version.ts";
import { sql } from "../../src/database/sql.ts";
import { createSecret, signatureHeaders } from "../../src/outbox/signature.ts";
import { sessionOf } from "../callers.ts";
import { type Account, signUp } from "../harness.ts";
import { goodVin, unknownVin } from "../subscribers.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

let sdk: SdkService;
beforeAll(async () => {
  sdk = await startSdkService();
}, 180_000);
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
  expect(info).toMatchObject({ status: 200, creditsCharged: 1, creditsRemaining: 14 });
  expect((await client.balance()).credits).toEqual({ granted: 15, used: 1, remaining: 14, unlimited: false });
});

test("every form of answer is read", async () => {
  const client = sdk.client(await signUp(sdk.service));
  expect((await client.vpicDecodeVINValuesBatch({ data: goodVin })).Results[0]!.Make).toBe("HONDA");
  const csv = await client.vpicDecodeVinValues(goodVin, { headers: { Accept: "text/csv" } });
  expect(String(csv)).toContain("HONDA");
  await sdk.operator.request("PUT /users/{user_id}", {
    params: { user_id: "grace" },
    body: { email: "grace@example.com", first_name: "Grace", last_name: "Hopper" },
  });
  const ids: string[] = [];
  for await (const { id } of sdk.operator.list("GET /users/", { params: { page_size: 2 } })) ids.push(id);
  expect([ids.length > 2, new Set(ids).size, ids.includes("grace")]).toEqual([true, ids.length, true]);
  for await (const { url } of sdk.operator.list("GET /reports/byRequest", { params: { page_size: 1 } }))
    expect(url).toContain("/v");
});

test("an error has the members of its problem", async () => {
  const client = sdk.client(await signUp(sdk.service));
  const error = (await thrown(client.decodeVin(unknownVin))) as ApiError;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 404, code: "vehicle_not_found" });
  const invalid = (await thrown(client.decodeVin("5J6RW2H59JL99007"))) as ApiError;
  expect(invalid).toMatchObject({ status: 422, code: "validation_error", field: "vin" });
});

test("an error is of the class of its status", async () => {
  const account = await signUp(sdk.service);
  const client = sdk.client(account);
  const missing = await thrown(client.decodeVin(unknownVin));
  expect([missing instanceof NotFound, missing instanceof ApiError]).toEqual([true, true]);
  expect(await thrown(client.decodeVin("short"))).toBeInstanceOf(InvalidRequest);
  const stranger = new Vingate({ url: client.url, key: "vgk_nobodyhasthis" });
  expect(await thrown(stranger.decodeVin(goodVin))).toBeInstanceOf(AuthenticationError);
});

test("a refusal of what a credential proves has a class of its own", async () => {
  const { service } = sdk;
  const { userId, password } = await signUp(service);
  const { url } = sdk.operator;
  const own = new Vingate({ url, token: await sessionOf(service, userId) });
  const { token } = await own.request("POST /users/{id}/token", { params: { id: userId } });
  const setPassword = (client: Vingate) =>
    thrown(
      client.request("PATCH /users/{user_id}", {
        params: { user_id: userId },
        body: { password: "another password", current_password: password },
      }),
    );
  const old = Date.now() - 901_000;
  await service.app.database.run(
    sql`update access_token set proved_one = ${old} where user_id = ${userId} and kind = 'vgs'`,
  );
  const again = await setPassword(own);
  expect([again instanceof StepUpRequired, again instanceof AuthenticationError]).toEqual([true, true]);
  expect(again).toMatchObject({ required: "one_factor", maxAge: 900, methods: ["password"] });
  const unscoped = await setPassword(new Vingate({ url, token }));
  expect([unscoped instanceof InsufficientScope, unscoped instanceof Forbidden]).toEqual([true, true]);
  await own.request("POST /auth/step-up", { body: { password } });
  expect(await setPassword(own)).toBeUndefined();
});

test.each(["api.example.com", "ftp://example.com", "not a url"])("the address %p fails at once", (url) => {
  expect(() => new Vingate({ url })).toThrow(`"${url}" is no address of a service`);
});

test("requests name the client and its version", async () => {
  const agents: (string | null)[] = [];
  const own = ((_: unknown, init: RequestInit) => {
    agents.push(new Headers(init.headers).get("user-agent"));
    return Promise.resolve(Response.json({}));
  }) as typeof fetch;
  await new Vingate({ url: "http://vingate.test", key: "vgk_a", fetch: own }).decodeVin(goodVin);
  expect(agents).toEqual([`vingate-typescript/${buildVersion}`]);
});

test("a webhook's request is verified", async () => {
  const secret = createSecret();
  const now = Date.UTC(2026, 10, 21);
  const body =
    '{"type":"credits.gone","timestamp":"2026-11-21T00:00:00.000Z","data":{"subscription_id":"a","remaining":0}}';
  const headers = signatureHeaders({ id: "msg_1", at: now, body }, [createSecret(), secret]);
  const event = await webhooks.verify(body, headers, secret, now + 299_000);
  expect(event).toEqual({ id: "msg_1", ...JSON.parse(body) });
  const refused = async (...parameters: Parameters<typeof webhooks.verify>) =>
    ((await thrown(webhooks.verify(...parameters))) as SignatureError).message;
  expect([
    await refused(`${body} `, headers, secret, now),
    await refused(body, headers, createSecret(), now),
    await refused(body, headers, secret, now + 301_000),
    await refused(body, new Headers(), secret, now),
    await refused(body, headers, "whsec_%", now),
  ]).toEqual([
    "No signature fits. Check the secret, and sign the body as it came.",
    "No signature fits. Check the secret, and sign the body as it came.",
    "The request is older or newer than five minutes. Check the clock.",
    "The header webhook-id is missing.",
    "The secret must be whsec_ and base64.",
  ]);
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
}, 180_000);

test("a batch over cuts is complete and charged once", async () => {
  const account = await signUp(sdk.service);
  await grant(account, 10_000);
  const client = sdk.client(account, unlimited);
  const cuts = sdk.relay.cuts;
  const count = 2000;
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
  expect([at, sdk.relay.cuts - cuts >= 3, await sdk.used(account)]).toEqual([count, true, count * 0.98]);
}, 180_000);

test("lines of any length and letters are answered as given", async () => {
  const client = sdk.client(await signUp(sdk.service));
  const long = "\u6c49".repeat(900);
  const vins = [
    long.repeat(700),
    { vin: goodVin, year: 1800 },
    goodVin,
    ...new Array<string>(250).fill(long),
  ];
  const results = [];
  for await (const result of client.decodeVins(vins)) results.push([result.vin, result.status]);
  expect(results).toEqual(
    vins.map((one) => [typeof one === "string" ? one : one.vin, one === goodVin ? "success" : "error"]),
  );
}, 180_000);

test("without a service the error says so", async () => {
  const client = sdk.client(await signUp(sdk.service), { url: "http://127.0.0.1:9", retries: 0 });
  const error = (await thrown(client.decodeVin(goodVin))) as ConnectionError;
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.isUnsent).toBe(true);
});
