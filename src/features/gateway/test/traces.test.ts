import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { type GatewayService, startGateway } from "../../../../test/gateway/gateway-service.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";

// ExportTraceServiceRequest of opentelemetry-proto in its JSON form: names in lowerCamelCase, IDs in hexadecimal, 64-bit
// integers as strings, enumerations as numbers.
const Attributes = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
    ]),
  }),
);
const Nanoseconds = z.string().regex(/^1\d{18}$/);
const SpanId = z.string().regex(/^(?!0+$)[0-9a-f]{16}$/);
const Span = z.strictObject({
  traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/),
  spanId: SpanId,
  parentSpanId: SpanId.optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }),
  flags: z.int(),
});
const Exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(Span) }),
      ),
    }),
  ),
});

const vin = "1HGCM82633A004352";
const kind = kinds[0]!;

describe("traces", () => {
  let service: GatewayService;
  let answers = 200;
  const bodies: string[] = [];
  const sentTraces: (string | null)[] = [];
  const collector = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== "/base/v1/traces") return new Response(null, { status: 404 });
      bodies.push(await request.text());
      return Response.json({ partialSuccess: {} }, { status: answers });
    },
  });
  const upstream = Bun.serve({
    port: 0,
    fetch(request) {
      sentTraces.push(request.headers.get("traceparent"));
      return new Response("body", { status: request.url.endsWith("/500") ? 500 : 200 });
    },
  });
  beforeAll(async () => {
    service = await startGateway(kind, {
      VINGATE_OTLP_URL: `${collector.url}base`,
      VINGATE_OTLP_RATIO: "1",
    });
  });
  afterAll(async () => {
    await service.end();
    await collector.stop(true);
    await upstream.stop(true);
  });

  type Sent = z.output<typeof Span>;
  const spansOf = (body: string) =>
    Exported.parse(JSON.parse(body)).resourceSpans.flatMap((one) =>
      one.scopeSpans.flatMap(({ spans }) => spans),
    );
  const valuesOf = ({ attributes }: { attributes: Sent["attributes"] }) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  /** The spans of one trace. */
  const traced = async (traceId: string, count: number): Promise<Sent[]> => {
    const found = () => bodies.flatMap(spansOf).filter((span) => span.traceId === traceId);
    await service.app.telemetry.tracer!.close();
    await until(() => found().length === count, "the spans are sent");
    return found();
  };
  const traceId = (digit: string) => `${"0".repeat(16)}${digit.repeat(16)}`;
  const given = (digit: string, flags = "01") => ({
    traceparent: `00-${traceId(digit)}-${"b".repeat(16)}-${flags}`,
  });

  test("a lookup's span continues the caller's trace", async () => {
    const { key } = await signUp(service);
    const before = Date.now();
    const headers = { "x-authkey": key, "x-request-id": "request-1", ...given("a") };
    await service.ask("GET", `/vin-decoder/${vin}`, { headers });
    const [span, ...others] = await traced(traceId("a"), 1);
    expect(others).toEqual([]);
    expect({ ...span, attributes: valuesOf(span!) }).toEqual({
      traceId: traceId("a"),
      spanId: expect.any(String),
      parentSpanId: "b".repeat(16),
      name: "GET /vin-decoder/{vin}",
      kind: 2,
      startTimeUnixNano: expect.any(String),
      endTimeUnixNano: expect.any(String),
      attributes: {
        "http.request.method": "GET",
        "http.route": "/vin-decoder/{vin}",
        "http.response.status_code": "200",
        "vingate.operation": "decodeVin",
        "vingate.request_id": "request-1",
      },
      status: {},
      flags: 0x301,
    });
    expect(Number(span!.startTimeUnixNano) / 1e6).toBeWithin(before - 1, Date.now() + 1);
    expect(BigInt(span!.endTimeUnixNano) > BigInt(span!.startTimeUnixNano)).toBe(true);
    const { resource } = Exported.parse(JSON.parse(bodies[0]!)).resourceSpans[0]!;
    expect(valuesOf(resource)).toEqual({
      "service.name": "vingate",
      "service.version": service.app.process.build,
      "service.instance.id": service.app.process.instance,
    });
    for (const body of bodies) for (const secret of [key, vin]) expect(body).not.toContain(secret);
  });

  test("a forwarded call's upstream receives the span above its own", async () => {
    const api = await service.register(`${upstream.url}`);
    await service.call(api, "GET", "/500", { headers: given("c") });
    const [client, server] = (await traced(traceId("c"), 2)).toSorted((a, b) => b.kind - a.kind);
    expect(sentTraces.at(-1)).toBe(`00-${traceId("c")}-${client!.spanId}-01`);
    expect([client!.parentSpanId, server!.parentSpanId]).toEqual([server!.spanId, "b".repeat(16)]);
    expect([client!.kind, client!.name, client!.status, valuesOf(client!)]).toEqual([
      3,
      "GET",
      { code: 2 },
      { "http.request.method": "GET", "server.address": "localhost", "http.response.status_code": "500" },
    ]);
    expect([server!.name, server!.status]).toEqual([`GET /${api.path}`, { code: 2 }]);
  });

  test("a trace that its caller does not sample is passed on as it came", async () => {
    const api = await service.register(`${upstream.url}`);
    const headers = given("d", "00");
    await service.call(api, "GET", "/a", { headers });
    expect(sentTraces.at(-1)).toBe(headers.traceparent);
    await service.app.telemetry.tracer!.close();
    expect(bodies.flatMap(spansOf).filter((span) => span.traceId === traceId("d"))).toEqual([]);
  });

  test("what a collector does not take is dropped and counted", async () => {
    const counted = () =>
      Object.fromEntries(service.app.telemetry.tracer!.samples().map(([, labels, value]) => [labels, value]));
    await service.app.telemetry.tracer!.close();
    const before = counted();
    answers = 503;
    for (let call = 0; call < 3; call++) await service.ask("GET", "/livez");
    await service.app.telemetry.tracer!.close();
    answers = 200;
    expect(counted()).toEqual({ ...before, 'result="dropped"': (before['result="dropped"'] as number) + 3 });
    expect(service.logged.filter((line) => line.includes("cannot send traces"))).toHaveLength(1);
  });
});
