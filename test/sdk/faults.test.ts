import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import {
  type ApiError,
  type BatchResult,
  type ClientOptions,
  ConnectionError,
  TimeoutError,
  toStream,
  Vingate,
  VingateError,
} from "../../sdk/typescript/src/index.ts";

type Handler = (text: string) => Response | Promise<Response>;

/** What the service answers, one after another; the last one from then on. */
let script: Handler[] = [];
const received: { headers: Headers; text: string }[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const text = await request.text();
    received.push({ headers: new Headers(request.headers), text });
    return (script.length > 1 ? script.shift()! : script[0]!)(text);
  },
});
const url = server.url.origin;
/** Milliseconds that the client waited for; each takes a hundredth of it. Other timers of this process are left alone. */
const waits: number[] = [];
const real = globalThis.setTimeout;
const faster = spyOn(globalThis, "setTimeout");

beforeAll(() => {
  faster.mockImplementation(((work: () => void, milliseconds = 0) => {
    if (!new Error().stack?.includes("/sdk/typescript/src/")) return real(work, milliseconds);
    if (milliseconds !== 30_000) waits.push(milliseconds);
    return real(work, milliseconds / 100);
  }) as typeof setTimeout);
});
afterEach(() => {
  received.length = 0;
  waits.length = 0;
});
afterAll(async () => {
  faster.mockRestore();
  await server.stop(true);
});

const client = (options: ClientOptions = {}) => new Vingate({ key: "vgk_test", url, ...options });
const thrown = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);
const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: "about:blank", title: code, status, detail: code, code, request_id: "r" },
    { status, headers },
  );
const found = () => Response.json({ status: "success", data: {} });
const vin = "5J6RW2H59JL990075";
const line = JSON.stringify({ status: "success", data: {} });
const refusal = (status: number, code: string, from_line?: number) =>
  JSON.stringify({ status: "error", vin, error: { status, code, detail: code, from_line } });
const lines = (...all: string[]) => new Response(all.map((one) => `${one}\n`).join(""));

async function collect(results: AsyncIterable<BatchResult>): Promise<[number, number][]> {
  const all: [number, number][] = [];
  for await (const one of results) all.push([one.index, one.status === "success" ? 200 : one.error.status]);
  return all;
}

test("429 and 503 are repeated after Retry-After and a little more", async () => {
  script = [
    () => problem(429, "rate_limited", { "retry-after": "7" }),
    () => problem(503, "unavailable", { "retry-after": "2" }),
    found,
  ];
  await client().decodeVin(vin);
  expect(received.length).toBe(3);
  const [first = 0, second = 0] = waits;
  expect([first >= 7000 && first < 8750.01, second >= 2000 && second <= 2500, waits.length]).toEqual([
    true,
    true,
    2,
  ]);
  const ids = received.map(({ headers }) => headers.get("x-request-id"));
  expect([new Set(ids).size, received.every(({ headers }) => !headers.has("x-repeat-of"))]).toEqual([
    3,
    true,
  ]);
});

test("a Retry-After that is too long is thrown", async () => {
  script = [() => problem(429, "quota_exceeded", { "retry-after": "86400" })];
  const error = (await thrown(client().decodeVin(vin))) as ApiError;
  expect(error).toMatchObject({ status: 429, code: "quota_exceeded", retryAfter: 86_400, requestId: "r" });
  expect([received.length, waits]).toEqual([1, []]);
});

test("tries are bounded", async () => {
  script = [() => problem(503, "unavailable")];
  const error = await thrown(client({ retries: 2 }).decodeVin(vin));
  expect([(error as ApiError).status, received.length]).toEqual([503, 3]);
});

test("refusals are not repeated", async () => {
  for (const status of [400, 401, 402, 403, 404, 422, 500]) {
    script = [() => problem(status, "code")];
    expect(await thrown(client().decodeVin(vin))).toMatchObject({ status });
  }
  expect(received.length).toBe(7);
});

test("changes are repeated only with an Idempotency-Key", async () => {
  script = [() => problem(503, "unavailable"), found];
  const manager = client({ token: "vgt_test" });
  const params = { id: "s", subscription_id: "s" };
  await manager.request("POST /subscriptions/{id}/credits", { params, body: { change: 1 } });
  const keys = received.map(({ headers }) => headers.get("idempotency-key"));
  expect([keys.length, new Set(keys).size, keys[0]!.length]).toEqual([2, 1, 32]);
  script = [() => problem(503, "unavailable"), found];
  const once = manager.request("POST /subscriptions/{subscription_id}/listSecrets", { params });
  expect(await thrown(once)).toMatchObject({ status: 503 });
});

test("an answer that is no problem document is an error too", async () => {
  script = [() => new Response("<html>", { status: 500 })];
  expect(await thrown(client().decodeVin(vin))).toMatchObject({
    status: 500,
    code: "unreadable",
    body: "<html>",
  });
  script = [() => new Response("{", { headers: { "content-type": "application/json" } })];
  expect(await thrown(client({ retries: 0 }).decodeVin(vin))).toBeInstanceOf(ConnectionError);
});

test("a redirect is not followed", async () => {
  script = [() => new Response(null, { status: 301, headers: { location: "https://elsewhere.example/" } })];
  const error = (await thrown(client().decodeVin(vin))) as ApiError;
  expect([error.status, error.message]).toEqual([
    301,
    "The service is at https://elsewhere.example/. Set url.",
  ]);
});

test("a slow answer ends with a timeout", async () => {
  script = [() => new Promise<Response>(() => undefined)];
  const error = await thrown(client({ timeoutMs: 20_000, retries: 1 }).decodeVin(vin));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(received.length).toBe(2);
});

test("a lost answer is repeated as the call that was lost", async () => {
  const unpaid = () =>
    Response.json(
      { detail: [{ type: "value_error", loc: ["header", "x-repeat-of"], msg: "no call", input: "" }] },
      { status: 422 },
    );
  const silent = () => new Promise<Response>(() => undefined);
  script = [silent, unpaid, silent, found];
  await client({ timeoutMs: 20_000 }).decodeVin(vin);
  const sent = received.map(({ headers }) => headers.get("x-repeat-of"));
  const ids = received.map(({ headers }) => headers.get("x-request-id"));
  expect(sent).toEqual([null, ids[0]!, null, ids[2]!]);
});

test("an answer of a proxy may hide a charge: the call is repeated as a lost one", async () => {
  const proxied = () => new Response("<html>", { status: 502 });
  script = [proxied, found];
  await client().decodeVin(vin);
  const [first, second] = received.map(({ headers }) => headers);
  expect(second!.get("x-repeat-of")).toBe(first!.get("x-request-id")!);
  received.length = 0;
  // What refuses a repetition says nothing of the lost call.
  script = [proxied, () => problem(503, "unavailable"), () => problem(503, "unavailable")];
  const error = (await thrown(client({ retries: 2 }).decodeVin(vin))) as Error;
  expect([received.length, error.constructor, error.message]).toEqual([
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
  script = [() => new Promise<Response>(() => undefined), unpaid];
  const error = (await thrown(client({ timeoutMs: 20_000 }).decodeVin(vin))) as Error;
  expect([received.length, error.message]).toEqual([
    2,
    "The answer was lost. The call may have been charged.",
  ]);
});

test("an aborted call throws the signal's reason", async () => {
  script = [() => new Promise<Response>(() => undefined)];
  const reason = new Error("enough");
  const stop = new AbortController();
  const call = thrown(client().decodeVin(vin, { signal: stop.signal }));
  stop.abort(reason);
  expect(await call).toBe(reason);
  expect(await thrown(client().decodeVin(vin, { signal: stop.signal }))).toBe(reason);
  script = [() => problem(503, "unavailable", { "retry-after": "50" })];
  const waiting = new AbortController();
  const repeated = thrown(client().decodeVin(vin, { signal: waiting.signal }));
  real(() => waiting.abort(reason), 20);
  expect(await repeated).toBe(reason);
});

test("a batch with broken or missing lines is sent again with its key", async () => {
  script = [
    () => lines(line, "{"),
    () => lines(line, line),
    () => problem(409, "conflict", { "retry-after": "1" }),
    () => lines(line, line, line),
  ];
  expect(await collect(client().decodeVins([vin, vin, vin]))).toEqual([
    [0, 200],
    [1, 200],
    [2, 200],
  ]);
  expect(new Set(received.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("a batch without new answers ends", async () => {
  script = [() => lines(line)];
  const results: unknown[] = [];
  const error = (await thrown(
    (async () => {
      for await (const one of client({ retries: 2 }).decodeVins([vin, vin])) results.push(one);
    })(),
  )) as VingateError;
  expect(error).toBeInstanceOf(ConnectionError);
  expect([results.length, error.index, received.length]).toEqual([1, 1, 3]);
});

test("credits that end in a batch are thrown with their place", async () => {
  script = [() => lines(line, refusal(402, "credits_exhausted"), line, refusal(402, "credits_exhausted", 4))];
  const stream = toStream(client().decodeVins([vin, vin, vin, vin, vin])).getReader();
  expect((await stream.read()).value).toMatchObject({ index: 0, vin, status: "success" });
  const error = (await thrown(stream.read())) as ApiError;
  expect(error).toMatchObject({ status: 402, code: "credits_exhausted", index: 1 });
});

test("a batch goes on after many invalid VINs", async () => {
  script = [
    () => lines(line, refusal(422, "validation_error"), refusal(422, "validation_error", 3)),
    () => lines(line),
  ];
  expect(await collect(client().decodeVins([vin, "a", vin], { idempotencyKey: "order" }))).toEqual([
    [0, 200],
    [1, 422],
    [2, 200],
  ]);
  expect(received[1]!.text).toBe(`"${vin}"\n`);
  expect(received.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["order.0", "order.2"]);
});

test("a batch keeps one part, however long its input is", async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield { vin, year: 2018 };
    }
  }
  script = [
    (text) =>
      lines(
        ...text
          .trim()
          .split("\n")
          .map(() => line),
      ),
  ];
  const results = client().decodeVins(endless(), { partSize: 50 });
  for (let count = 0; count < 120; count += 1) await results.next();
  await results.return(undefined);
  expect([read, received.length]).toEqual([151, 3]);
});

test("a body is sent as its operation takes it", async () => {
  script = [found];
  const own = client();
  await own.putWatch(vin, { families: ["lien"] });
  await own.putWatches(vin, { mode: "remove" });
  await own.deleteWatch(vin);
  await own.vpicDecodeVINValuesBatch({ data: "a;b" });
  const sent = received.map(({ headers, text }) => [headers.get("content-type"), text]);
  expect(sent).toEqual([
    ["application/json", '{"families":["lien"]}'],
    [sent[1]![0]!, vin],
    [null, ""],
    ["application/x-www-form-urlencoded;charset=UTF-8", "data=a%3Bb"],
  ]);
});

test("what cannot be sent is an error before any call", async () => {
  expect(await thrown(new Vingate({ url, key: "" }).decodeVin(vin))).toBeInstanceOf(VingateError);
  // A path with dots would be that of another operation.
  for (const value of ["", ".", ".."])
    expect(await thrown(client().decodeVin(value))).toMatchObject({
      message: "/vin-decoder/{vin} needs a value for vin.",
    });
  const unsendable = (await thrown(client({ key: "vgk_\u6c49" }).decodeVin(vin))) as Error;
  expect([unsendable instanceof VingateError, unsendable.message]).toEqual([
    true,
    "The header x-authkey cannot be sent.",
  ]);
  expect(await thrown(collect(client().decodeVins([vin], { partSize: 0 })))).toMatchObject({
    message: "partSize is a whole number from 1.",
  });
  expect(received).toEqual([]);
});
