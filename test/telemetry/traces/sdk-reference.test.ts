import { expect, test } from "bun:test";
import { join } from "node:path";
import { otlpJson, type Span } from "../../../src/telemetry/traces/spans.ts";
import { extraHome, extraPackage } from "../../extra-packages.ts";

// OpenTelemetry's own SDK makes the same spans, and its protobuf types read both.
const packages = join(extraHome, "node_modules/@opentelemetry");
const isInstalled = extraPackage("@opentelemetry/otlp-transformer") !== undefined;
if (!isInstalled)
  console.warn("skipped: OpenTelemetry's SDK is not installed; npm run test:install installs it");

const resource = { "service.name": "vingate", "service.version": "1.2.3" };

/** An export request as protobuf's JSON, which has bytes in Base64 where OTLP's has IDs in hexadecimal. */
const requestOf = (json: string): object =>
  JSON.parse(json, (name, value) =>
    /^(traceId|spanId|parentSpanId)$/.test(name) ? Buffer.from(value, "hex").toString("base64") : value,
  );

/** What a collector reads in an export request, with all members; throws what is wrong with it. */
async function received(request: object): Promise<object> {
  const root = await import(join(packages, "otlp-transformer/build/src/generated/root.js"));
  const type = root.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
  const message = type.fromObject(request);
  const wrong = type.verify(message);
  if (wrong) throw new Error(wrong);
  const options = { longs: String, bytes: String, defaults: true, arrays: true };
  return type.toObject(type.decode(type.encode(message).finish()), options);
}

/** A span of the SDK, and its export request. */
async function ofSdk({ name, kind, startMs, endMs, attributes, isError, parentId, traceId }: Span) {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import(
    join(packages, "api/build/src/index.js")
  );
  const { resourceFromAttributes } = await import(join(packages, "resources/build/src/index.js"));
  const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = await import(
    join(packages, "sdk-trace-base/build/src/index.js")
  );
  const { JsonTraceSerializer } = await import(join(packages, "otlp-transformer/build/src/index.js"));
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const isRemote = kind === "server";
  const context =
    parentId === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentId, traceFlags: 1, isRemote });
  const begun = provider
    .getTracer("vingate")
    .startSpan(name, { kind: SpanKind[kind.toUpperCase()], startTime: startMs, attributes }, context);
  if (isError) begun.setStatus({ code: SpanStatusCode.ERROR });
  begun.end(endMs);
  const ids = begun.spanContext() as { traceId: string; spanId: string };
  const json = new TextDecoder().decode(JsonTraceSerializer.serializeRequest(exporter.getFinishedSpans()));
  return { ids, json };
}

const root: Span = {
  traceId: "",
  spanId: "",
  parentId: undefined,
  name: "GET /vin-decoder/{vin}",
  kind: "server",
  startMs: 1_790_000_000_000.25,
  endMs: 1_790_000_000_003.5,
  attributes: {
    "http.request.method": "GET",
    "http.response.status_code": 200,
    "vingate.request_id": 'a "b" ü \u{1f697}',
  },
  isError: false,
};
const parent = { traceId: "0af7651916cd43dd8448eb211c80319c", parentId: "b7ad6b7169203331" };

for (const [what, span] of Object.entries<Span>({
  "a trace that begins here": root,
  "a trace that another process began": { ...root, ...parent, isError: true },
  "a request to an upstream": { ...root, ...parent, kind: "client", name: "GET", attributes: {} },
}))
  test.skipIf(!isInstalled)(`OpenTelemetry's SDK exports ${what} with the same values`, async () => {
    const { ids, json } = await ofSdk(span);
    const own = requestOf(otlpJson([{ ...span, ...ids }], resource));
    const read = await received(own);
    // A member that the types lack would be absent.
    expect(read).toMatchObject(own);
    expect(read).toEqual(await received(requestOf(json)));
  });
