import { expect, test } from "bun:test";
import {
  type ApiError,
  ConnectionError,
  TimeoutError,
  Vingate,
  VingateError,
} from "../../sdk/typescript/src/index.ts";
import { collect, found, problem, ScriptedService, thrown, vin } from "./scripted-service.ts";

const service = new ScriptedService();

test("429 and 503 are repeated after Retry-After and a little more", async () => {
  service.script = [
    () => problem(429, "rate_limited", { "retry-after": "7" }),
    () => problem(503, "unavailable", { "retry-after": "2" }),
    found,
  ];
  await service.client().decodeVin(vin);
  expect(service.received.length).toBe(3);
  const [first = 0, second = 0] = service.waits;
  expect([first >= 7000 && first < 8750.01, second >= 2000 && second <= 2500, service.waits.length]).toEqual([
    true,
    true,
    2,
  ]);
  const ids = service.received.map(({ headers }) => headers.get("x-request-id"));
  expect([new Set(ids).size, service.received.every(({ headers }) => !headers.has("x-repeat-of"))]).toEqual([
    3,
    true,
  ]);
});

test("a Retry-After that is too long is thrown", async () => {
  service.script = [() => problem(429, "quota_exceeded", { "retry-after": "86400" })];
  const error = (await thrown(service.client().decodeVin(vin))) as ApiError;
  expect(error).toMatchObject({ status: 429, code: "quota_exceeded", retryAfter: 86_400, requestId: "r" });
  expect([service.received.length, service.waits]).toEqual([1, []]);
});

test("tries are bounded", async () => {
  service.script = [() => problem(503, "unavailable")];
  const error = await thrown(service.client({ retries: 2 }).decodeVin(vin));
  expect([(error as ApiError).status, service.received.length]).toEqual([503, 3]);
});

test("refusals are not repeated", async () => {
  for (const status of [400, 401, 402, 403, 404, 422, 500]) {
    service.script = [() => problem(status, "code")];
    expect(await thrown(service.client().decodeVin(vin))).toMatchObject({ status });
  }
  expect(service.received.length).toBe(7);
});

test("changes are repeated only with an Idempotency-Key", async () => {
  service.script = [() => problem(503, "unavailable"), found];
  const manager = service.client({ token: "vgt_test" });
  const params = { id: "s", subscription_id: "s" };
  await manager.request("POST /subscriptions/{id}/credits", { params, body: { change: 1 } });
  const keys = service.received.map(({ headers }) => headers.get("idempotency-key"));
  expect([keys.length, new Set(keys).size, keys[0]!.length]).toEqual([2, 1, 32]);
  service.script = [() => problem(503, "unavailable"), found];
  const once = manager.request("POST /subscriptions/{subscription_id}/listSecrets", { params });
  expect(await thrown(once)).toMatchObject({ status: 503 });
});

test("an answer that is no problem document is an error too", async () => {
  service.script = [() => new Response("<html>", { status: 500 })];
  expect(await thrown(service.client().decodeVin(vin))).toMatchObject({
    status: 500,
    code: "unreadable",
    body: "<html>",
  });
  service.script = [() => new Response("{", { headers: { "content-type": "application/json" } })];
  expect(await thrown(service.client({ retries: 0 }).decodeVin(vin))).toBeInstanceOf(ConnectionError);
});

test("a redirect is not followed", async () => {
  service.script = [
    () => new Response(null, { status: 301, headers: { location: "https://elsewhere.example/" } }),
  ];
  const error = (await thrown(service.client().decodeVin(vin))) as ApiError;
  expect([error.status, error.message]).toEqual([
    301,
    "The service is at https://elsewhere.example/. Set url.",
  ]);
});

test("a slow answer ends with a timeout", async () => {
  service.script = [() => new Promise<Response>(() => undefined)];
  const error = await thrown(service.client({ timeoutMs: 20_000, retries: 1 }).decodeVin(vin));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(service.received.length).toBe(2);
});

test("a lost answer is repeated as the call that was lost", async () => {
  const unpaid = () =>
    Response.json(
      { detail: [{ type: "value_error", loc: ["header", "x-repeat-of"], msg: "no call", input: "" }] },
      { status: 422 },
    );
  const silent = () => new Promise<Response>(() => undefined);
  service.script = [silent, unpaid, silent, found];
  await service.client({ timeoutMs: 20_000 }).decodeVin(vin);
  const sent = service.received.map(({ headers }) => headers.get("x-repeat-of"));
  const ids = service.received.map(({ headers }) => headers.get("x-request-id"));
  expect(sent).toEqual([null, ids[0]!, null, ids[2]!]);
});

test("an answer of a proxy may hide a charge: the call is repeated as a lost one", async () => {
  const proxied = () => new Response("<html>", { status: 502 });
  service.script = [proxied, found];
  await service.client().decodeVin(vin);
  const [first, second] = service.received.map(({ headers }) => headers);
  expect(second!.get("x-repeat-of")).toBe(first!.get("x-request-id")!);
  service.received.length = 0;
  // A refused repetition shows nothing about the lost call.
  service.script = [proxied, () => problem(503, "unavailable"), () => problem(503, "unavailable")];
  const error = (await thrown(service.client({ retries: 2 }).decodeVin(vin))) as Error;
  expect([service.received.length, error.constructor, error.message]).toEqual([
    3,
    ConnectionError,
    "The answer was lost. The call may have been charged.",
  ]);
  expect(error.cause).toMatchObject({ status: 503 });
});

test("a lost answer is not repeated if the clocks differ", async () => {
  const unpaid = () =>
    Response.json(
      { detail: [{ type: "value_error", loc: ["header", "x-repeat-of"], msg: "no call", input: "" }] },
      { status: 422, headers: { date: new Date(Date.now() - 60_000).toUTCString() } },
    );
  service.script = [() => new Promise<Response>(() => undefined), unpaid];
  const error = (await thrown(service.client({ timeoutMs: 20_000 }).decodeVin(vin))) as Error;
  expect([service.received.length, error.message]).toEqual([
    2,
    "The answer was lost. The call may have been charged.",
  ]);
});

test("an aborted call throws the signal's reason", async () => {
  service.script = [() => new Promise<Response>(() => undefined)];
  const reason = new Error("enough");
  const stop = new AbortController();
  const call = thrown(service.client().decodeVin(vin, { signal: stop.signal }));
  stop.abort(reason);
  expect(await call).toBe(reason);
  expect(await thrown(service.client().decodeVin(vin, { signal: stop.signal }))).toBe(reason);
  service.script = [() => problem(503, "unavailable", { "retry-after": "50" })];
  const waiting = new AbortController();
  const repeated = thrown(service.client().decodeVin(vin, { signal: waiting.signal }));
  service.realTimeout(() => waiting.abort(reason), 20);
  expect(await repeated).toBe(reason);
});

test("a body is sent as its operation takes it", async () => {
  service.script = [found];
  const own = service.client();
  await own.putWatch(vin, { families: ["lien"] });
  await own.putWatches(vin, { mode: "remove" });
  await own.deleteWatch(vin);
  await own.vpicDecodeVINValuesBatch({ data: "a;b" });
  const sent = service.received.map(({ headers, text }) => [headers.get("content-type"), text]);
  expect(sent).toEqual([
    ["application/json", '{"families":["lien"]}'],
    [sent[1]![0]!, vin],
    [null, ""],
    ["application/x-www-form-urlencoded;charset=UTF-8", "data=a%3Bb"],
  ]);
});

test("what cannot be sent is an error before any call", async () => {
  expect(await thrown(new Vingate({ url: service.url, key: "" }).decodeVin(vin))).toBeInstanceOf(
    VingateError,
  );
  // A path with dots would be that of another operation.
  for (const value of ["", ".", ".."])
    expect(await thrown(service.client().decodeVin(value))).toMatchObject({
      message: "/vin-decoder/{vin} needs a value for vin.",
    });
  const unsendable = (await thrown(service.client({ key: "vgk_\u6c49" }).decodeVin(vin))) as Error;
  expect([unsendable instanceof VingateError, unsendable.message]).toEqual([
    true,
    "The header x-authkey cannot be sent.",
  ]);
  expect(await thrown(collect(service.client().decodeVins([vin], { partSize: 0 })))).toMatchObject({
    message: "partSize is a whole number from 1.",
  });
  expect(service.received).toEqual([]);
});
