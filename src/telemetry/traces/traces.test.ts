import { expect, test } from "bun:test";
import type { RequestMeter } from "../metrics/meters.ts";
import { SpanQueue } from "./span-queue.ts";
import type { Span } from "./spans.ts";
import { isInRatio, randomId, readTraceparent } from "./trace-context.ts";
import { Tracer } from "./tracer.ts";

const span: Span = {
  traceId: randomId(16),
  spanId: randomId(8),
  parentId: undefined,
  name: "GET /livez",
  kind: "server",
  startMs: 1,
  endMs: 2,
  attributes: {},
  isError: false,
};

test("traceparent is read as W3C says", () => {
  const [trace, parent] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  expect(readTraceparent(`00-${trace}-${parent}-01`)).toEqual({
    traceId: trace,
    parentId: parent,
    isSampled: true,
  });
  expect(readTraceparent(`00-${trace}-${parent}-00`)?.isSampled).toBe(false);
  // A later version can have more.
  expect(readTraceparent(`01-${trace}-${parent}-01-more`)?.traceId).toBe(trace);
  for (const wrong of [
    `00-${trace}-${parent}-01-more`,
    `ff-${trace}-${parent}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${"0".repeat(32)}-${parent}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace}-01`,
    "",
  ])
    expect(readTraceparent(wrong)).toBeUndefined();
});

test("the ratio holds for new traces and for given ones", () => {
  const ids = Array.from({ length: 20_000 }, () => randomId(16));
  expect(ids.filter((id) => isInRatio(id, 0.25)).length / ids.length).toBeWithin(0.23, 0.27);
  const queue = new SpanQueue(
    async () => undefined,
    () => undefined,
  );
  const traced = (ratio: number, headers: Headers) =>
    Array.from({ length: 4000 }, () => new Tracer(ratio, queue).begin(headers)).filter(Boolean).length;
  expect(traced(0.25, new Headers()) / 4000).toBeWithin(0.2, 0.3);
  expect(traced(0, new Headers())).toBe(0);
  expect(traced(1, new Headers())).toBe(4000);
});

test("a full queue drops spans, and no caller waits", async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const batches: number[] = [];
  const queue = new SpanQueue(
    (spans) => {
      batches.push(spans.length);
      return taken;
    },
    () => undefined,
  );
  for (let added = 0; added < 5000; added++) queue.add(span);
  expect([queue.sent, queue.dropped]).toEqual([0, 5000 - 512 - 2048]);
  take();
  await queue.flush();
  expect([queue.sent, batches]).toEqual([2560, [512, 512, 512, 512, 512]]);
});

test("a traced request is counted as others are", () => {
  const counted: unknown[] = [];
  const meter: RequestMeter = {
    add: (...how) => counted.push(["add", ...how]),
    addBytes: (...how) => counted.push(["bytes", ...how]),
    refused: (code) => counted.push(["refused", code]),
  };
  const trace = new Tracer(
    1,
    new SpanQueue(
      async () => undefined,
      () => undefined,
    ),
  ).begin(new Headers())!;
  const traced = { method: "GET", route: "/a", operation: "a", requestId: "1", started: 5 };
  const over = trace.over(meter, traced);
  over.refused("not_found");
  over.add(404, 5, 10);
  over.addBytes(404, 3);
  expect(counted).toEqual([
    ["refused", "not_found"],
    ["add", 404, 5, 10],
    ["bytes", 404, 3],
  ]);
});
