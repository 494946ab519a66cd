import { expect, test } from "bun:test";
import {
  type ApiError,
  ConnectionError,
  toStream,
  type VingateError,
} from "../../sdk/typescript/src/index.ts";
import { collect, line, lines, problem, refusal, ScriptedService, thrown, vin } from "./scripted-service.ts";

const service = new ScriptedService();

test("a batch with broken or missing lines is sent again with its key", async () => {
  service.script = [
    () => lines(line, "{"),
    () => lines(line, line),
    () => problem(409, "conflict", { "retry-after": "1" }),
    () => lines(line, line, line),
  ];
  expect(await collect(service.client().decodeVins([vin, vin, vin]))).toEqual([
    [0, 200],
    [1, 200],
    [2, 200],
  ]);
  expect(new Set(service.received.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("a part is sent again with its key after 502 and 504, and once after 500", async () => {
  const proxied = (status: number) => () => new Response("<html>", { status });
  const fault = () => problem(500, "internal_error");
  service.script = [proxied(502), fault, proxied(504), () => lines(line, line)];
  expect(await collect(service.client().decodeVins([vin, vin]))).toEqual([
    [0, 200],
    [1, 200],
  ]);
  expect(service.received.map(({ headers }) => headers.get("idempotency-key"))).toEqual(
    Array(4).fill(service.received[0]!.headers.get("idempotency-key")),
  );
  // The first wait is short, so that nobody watches a client that stands still.
  expect(service.waits.length).toBe(3);
  expect(Math.max(...service.waits)).toBeLessThanOrEqual(2500);
  service.received.length = 0;
  service.script = [fault];
  expect(await thrown(collect(service.client().decodeVins([vin])))).toMatchObject({ status: 500, index: 0 });
  expect(service.received.length).toBe(2);
});

test("no try begins later than the longest wait after the last answer", async () => {
  service.script = [() => problem(503, "unavailable", { "retry-after": "40" })];
  const error = await thrown(collect(service.client({ maxWaitMs: 30_000 }).decodeVins([vin])));
  expect([error, service.received.length, service.waits]).toMatchObject([{ status: 503 }, 1, []]);
});

test("a batch without new answers ends", async () => {
  service.script = [() => lines(line)];
  const results: unknown[] = [];
  const error = (await thrown(
    (async () => {
      for await (const one of service.client({ retries: 2 }).decodeVins([vin, vin])) results.push(one);
    })(),
  )) as VingateError;
  expect(error).toBeInstanceOf(ConnectionError);
  expect([results.length, error.index, service.received.length]).toEqual([1, 1, 3]);
});

test("credits that end in a batch are thrown with their place", async () => {
  service.script = [
    () => lines(line, refusal(402, "credits_exhausted"), line, refusal(402, "credits_exhausted", 4)),
  ];
  const stream = toStream(service.client().decodeVins([vin, vin, vin, vin, vin])).getReader();
  expect((await stream.read()).value).toMatchObject({ index: 0, vin, status: "success" });
  const error = (await thrown(stream.read())) as ApiError;
  expect(error).toMatchObject({ status: 402, code: "credits_exhausted", index: 1 });
});

test("a batch goes on after many invalid VINs", async () => {
  service.script = [
    () => lines(line, refusal(422, "validation_error"), refusal(422, "validation_error", 3)),
    () => lines(line),
  ];
  expect(await collect(service.client().decodeVins([vin, "a", vin], { idempotencyKey: "order" }))).toEqual([
    [0, 200],
    [1, 422],
    [2, 200],
  ]);
  expect(service.received[1]!.text).toBe(`"${vin}"\n`);
  expect(service.received.map(({ headers }) => headers.get("idempotency-key"))).toEqual([
    "order.0",
    "order.2",
  ]);
});

test("a batch keeps one part, however long its input is", async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield { vin, year: 2018 };
    }
  }
  service.script = [
    (text) =>
      lines(
        ...text
          .trim()
          .split("\n")
          .map(() => line),
      ),
  ];
  const results = service.client().decodeVins(endless(), { partSize: 50 });
  for (let count = 0; count < 120; count += 1) await results.next();
  await results.return(undefined);
  expect([read, service.received.length]).toEqual([151, 3]);
});
