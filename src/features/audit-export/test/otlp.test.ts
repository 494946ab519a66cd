import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { extraPackage } from "../../../../test/extra-packages.ts";
import { buildVersion } from "../../../base/version.ts";
import { opened } from "../../../running/opened.ts";
import { AuditExports } from "../audit-exports.ts";
import { otlpLogsJson } from "../destinations/otlp-records.ts";
import { type Collector, idOf, type LogRecord, startCollector } from "./collector.ts";
import { type ExportScene, openExportScene } from "./export-scene.ts";

let collector: Collector;
let scene: ExportScene;

beforeEach(async () => {
  collector = startCollector();
  scene = await openExportScene(`otlp+http://127.0.0.1:${collector.port}/base`, undefined, {
    VINGATE_AUDIT_EXPORT_HEADERS: "Authorization=Bearer%20a%20secret, X-Tenant=acme",
  });
});

afterEach(async () => {
  await scene.end();
  await collector.stop();
});

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

test("an entry is a log record", async () => {
  const ids = await scene.add(1, { before: { name: "A" }, after: { name: "B" } });
  await scene.export();
  const [entry] = await scene.shown(ids);
  const nanoseconds = (iso: string | number) => `${new Date(iso).getTime()}000000`;
  const [{ path, headers, body }] = collector.requests as [(typeof collector.requests)[0]];
  expect([path, headers.get("authorization"), headers.get("x-tenant"), headers.get("content-type")]).toEqual([
    "/base/v1/logs",
    "Bearer a secret",
    "acme",
    "application/json",
  ]);
  expect(body).toEqual({
    resourceLogs: [
      {
        resource: { attributes: [text("service.name", "vingate"), text("service.version", buildVersion)] },
        scopeLogs: [
          {
            scope: { name: "vingate.audit" },
            logRecords: [
              {
                timeUnixNano: nanoseconds(entry!.timestamp),
                observedTimeUnixNano: nanoseconds(scene.service.app.clock()),
                severityNumber: 9,
                severityText: "INFO",
                eventName: "vingate.audit.test.create",
                body: { stringValue: `operator: test.create ${entry!.object}` },
                attributes: [
                  text("vingate.audit.id", entry!.id),
                  text("vingate.audit.action", "test.create"),
                  text("vingate.audit.actor", "operator"),
                  text("vingate.audit.object", entry!.object),
                  text("vingate.audit.before", '{"name":"A"}'),
                  text("vingate.audit.after", '{"name":"B"}'),
                  text("client.address", "203.0.113.9"),
                  text("vingate.request_id", entry!.request_id),
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(await scene.marks(ids)).toEqual({ 1: 1 });
});

const transformer = extraPackage("@opentelemetry/otlp-transformer");
if (transformer === undefined)
  console.warn("skipped: OpenTelemetry's types are not installed; npm run test:install installs them");

test.skipIf(transformer === undefined)("OpenTelemetry's message types read every member", async () => {
  const ids = await scene.add(2, { after: { text: '"quoted" ü \u{1f697}' } });
  const json = JSON.parse(otlpLogsJson(await scene.shown(ids), 1_790_000_000_000));
  const root = await import(join(transformer!, "build/src/generated/root.js"));
  const type = root.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
  const message = type.fromObject(json);
  expect(type.verify(message)).toBeNull();
  const read = type.toObject(type.decode(type.encode(message).finish()), { longs: String });
  expect(read).toEqual(json);
});

test("a collector that is busy gets the entries when it said", async () => {
  const ids = await scene.add(2);
  for (const [status, after, pauseMs] of [
    [429, "120", 120_000],
    [503, new Date(scene.service.app.clock() + 120_000 + 300_000).toUTCString(), 300_000],
    [502, "0", 5000],
  ] as const) {
    collector.answer = () => ({ status, headers: { "retry-after": after } });
    collector.requests.length = 0;
    await scene.export();
    expect(collector.requests).toHaveLength(1);
    scene.service.advance(pauseMs - 1000);
    await scene.export();
    expect(collector.requests).toHaveLength(1);
    scene.service.advance(status === 502 ? 60_000 : 1000);
  }
  expect(await scene.marks(ids)).toEqual({ 0: 2 });
  collector.answer = () => ({});
  await scene.export();
  expect(collector.taken).toEqual(ids);
  const said = scene.service.logged.map((line) => JSON.parse(line).msg ?? JSON.parse(line).event ?? line);
  expect(said.filter((line) => String(line).includes("exporting the audit log again"))).toHaveLength(1);
  expect(said.filter((line) => String(line).includes("cannot export the audit log"))).toHaveLength(1);
});

test("refused entries are found, named and left behind; the others arrive", async () => {
  const ids = await scene.add(300);
  const bad = new Set([ids[0]!, ids[7]!, ids[299]!]);
  const isBad = (records: readonly LogRecord[]) => records.some((record) => bad.has(idOf(record)));
  collector.answer = (records) => (isBad(records) ? { status: 400, body: { message: "wrong\nvalue" } } : {});
  for (let attempt = 0; attempt < 5; attempt++) await scene.export();
  expect(new Set(collector.taken)).toEqual(new Set(ids.filter((id) => !bad.has(id))));
  expect(await scene.marks(ids)).toEqual({ 1: 297, 2: 3 });
  const logged = scene.service.logged.filter((line) => line.includes("an audit entry was refused"));
  expect(logged.map((line) => [...bad].find((id) => line.includes(id))).sort()).toEqual([...bad].sort());
  expect(logged[0]).toContain("status 400");
  expect(await scene.check()).toEqual({
    state: "warning",
    found: `To collector http://127.0.0.1:${collector.port}/base: 0 entries waiting, 3 refused`,
    advice:
      "See the log for: an audit entry was refused and is not exported. The audit log has these entries.",
  });
  const { exporter } = opened(scene.service.app, AuditExports);
  expect(exporter!.counts).toEqual({ sent: 297, refused: 3, failures: 0 });
});

test("a partial success is searched for what was rejected", async () => {
  const ids = await scene.add(20);
  collector.answer = (records) =>
    records.some((record) => idOf(record) === ids[3])
      ? { body: { partialSuccess: { rejectedLogRecords: "1", errorMessage: "too old" } } }
      : { body: { partialSuccess: { rejectedLogRecords: 0, errorMessage: "a hint" } } };
  for (let attempt = 0; attempt < 3; attempt++) await scene.export();
  expect(await scene.marks(ids)).toEqual({ 1: 19, 2: 1 });
  expect(scene.service.logged.find((line) => line.includes(ids[3]!))).toContain("1 of 1 rejected: too old");
});

test("a collector that refuses everything makes no entry given up", async () => {
  const ids = await scene.add(100);
  for (const status of [400, 401, 403, 404, 413]) {
    collector.answer = () => ({ status });
    await scene.export();
    expect(await scene.marks(ids)).toEqual({ 0: 100 });
    expect((await scene.check()).found).toContain(`status ${status}`);
    scene.service.advance(600_000);
  }
  const { state, advice } = await scene.check();
  expect([state, advice]).toEqual([
    "fault",
    "Check VINGATE_AUDIT_EXPORT and its receiver. Until then the audit log keeps every entry.",
  ]);
  collector.answer = () => ({});
  for (let attempt = 0; attempt < 2; attempt++) await scene.export();
  expect(new Set(collector.taken)).toEqual(new Set(ids));
});

test("the secret headers are in no log, finding or metric", async () => {
  await scene.add(1);
  collector.answer = () => ({ status: 500, body: { message: "failed" } });
  await scene.export();
  const metrics = await scene.operator("GET", "/metrics");
  const said = [
    scene.service.logged,
    await scene.check(),
    metrics,
    (await scene.operator("GET", "/audit")).body,
  ];
  expect(JSON.stringify(said)).not.toContain("a secret");
});
