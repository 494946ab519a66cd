import type { Endpoint } from "../../src/http/endpoint.ts";
import type { OperationExample } from "../../src/http/openapi/document.ts";
import type { Got } from "../harness.ts";
import { until } from "../until.ts";
import { datasetCalls } from "./dataset-calls.ts";
import type { DemoService } from "./demo-service.ts";
import { type Example, inDocument, shortened } from "./examples.ts";
import { type Made, type ManagementCall, managementCalls } from "./management-calls.ts";

/** Examples by operation id, as the OpenAPI document shows them. */
export type OperationExamples = Record<string, OperationExample>;

/** IDs, credentials and durations differ each time; they are replaced by fixed ones. */
function settled(examples: OperationExamples): OperationExamples {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `01a1fb67-1800-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  };
  const text = JSON.stringify(examples)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
    .replace(
      /\b(vg[a-z]_(?:test(?=\w{38}\b))?)[A-Za-z0-9]{20,}/g,
      (_, prefix: string) => `${prefix}example${"0".repeat(31)}`,
    )
    .replace(/whsec_[A-Za-z0-9+/]{43}=/g, `whsec_${"example0".repeat(5)}AAA=`)
    .replace(/"(attempt_token|state)":"[\w-]{43}"/g, `"$1":"${"Example0".repeat(5)}AAA"`)
    .replace(/([?&]code=)[\w-]{30,}…?/g, "$1SplxlOBeZQQYbYS6WxSbIA")
    .replace(/"reference":"V[A-Z2-9]{10}"/g, '"reference":"VK7Q2M9XWTA"')
    .replace(/"code":"\d{6}"/g, '"code":"491203"')
    .replace(/"[2-9a-z]{4}-[2-9a-z]{4}"/g, '"7kq2-m9xd"')
    .replace(/"secret":"[A-Z2-7]{32}"/g, '"secret":"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"')
    .replace(/\?secret=[A-Z2-7]+/g, "?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    .replace(/"(challenge|attestationObject|clientDataJSON)":"[\w-]{43,}"/g, '"$1":"example"')
    .replace(/"signature":"ME[\w-]{80,}"/g, '"signature":"example"')
    .replace(/"node":"[^"]*"/g, '"node":"vingate-1/4711"')
    .replace(/"((?:last_)?call)":"[0-9a-f]{32}/g, `"$1":"${"0123456789abcdef".repeat(2)}`)
    .replace(/"time":[\d.]+/g, '"time":1.5')
    .replace(/"p50":[\d.]+,"p99":[\d.]+/g, '"p50":1.5,"p99":1.5')
    .replace(/"seconds":[\d.]+/g, '"seconds":0.05')
    .replace(/"rows_per_second":\d+/g, '"rows_per_second":60000')
    .replace(/"((?:api|service)_time(?:_avg|_min|_max)?)":[\d.]+/g, '"$1":1.5');
  return JSON.parse(text) as OperationExamples;
}

function credentialOf(
  { service }: DemoService,
  made: Made,
  as: ManagementCall["as"],
): Record<string, string> {
  if (as === "nobody") return {};
  if (as === "client") return service.clientHeaders;
  if (as === "key") return { "api-key": made.key, "x-authkey": made.key };
  return as === "user" ? { authorization: `Bearer ${made.session}` } : service.operatorHeaders;
}

/** The state of a service without values of the machine that made the examples. */
function ofNoMachine(response: unknown): unknown {
  const system = response as {
    time: string;
    nodes: Record<string, unknown>[];
    disk: Record<string, unknown>;
    versions: Record<string, unknown>;
  };
  const node = {
    name: "api-1/4711",
    address: "127.0.0.1:8080",
    seen_at: system.time,
    seconds_silent: 0,
    delay_ms: 2.5,
    memory_bytes: 210_000_000,
    clock_skew_ms: 3,
  };
  return {
    ...system,
    nodes: system.nodes.map((one) => ({ ...one, ...node })),
    disk: {
      ...system.disk,
      folder: "/var/lib/vingate",
      free_bytes: 41_000_000_000,
      total_bytes: 80_000_000_000,
      database_bytes: 61_000_000,
      journal_bytes: 2_000_000,
    },
  };
}

/** A response with one row of each list, unless its schema requires two. */
function shortResponse({ response }: Endpoint, body: unknown): unknown {
  const short = shortened(body, { ...inDocument, rows: 1 });
  return response?.safeParse(short).success === false ? shortened(body, inDocument) : short;
}

async function managementExamples(demo: DemoService): Promise<OperationExamples> {
  const { service } = demo;
  const examples: OperationExamples = {};
  const made: Made = {
    userId: "",
    key: "",
    session: "",
    tokenId: "",
    apiId: "",
    importId: "",
    webhookId: "",
    eventId: "",
    grantId: "",
  };
  for (const call of [...managementCalls, ...datasetCalls]) {
    const endpoint = service.app.operations.find(({ id }) => id === call.operation);
    if (!endpoint) throw new Error(`There is no operation ${call.operation}`);
    await call.prepare?.(service.app, made);
    const params = call.params?.(made);
    const query = call.query?.(made);
    const request = call.json?.(made);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? "");
    const pairs = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const sent = endpoint.form
      ? { body: String(new URLSearchParams(request as Record<string, string>)) }
      : { json: request };
    const ask = () =>
      service.ask(endpoint.method, query ? `${path}?${pairs.join("&")}` : path, {
        headers: credentialOf(demo, made, call.as),
        ...(request !== undefined && sent),
        ...(call.file !== undefined && { body: call.file }),
      });
    const got = await until(async () => {
      const answer = await ask();
      return (call.until?.(answer.body as never) ?? true) && answer;
    }, `${call.operation} answers as its example needs`);
    if (got.status !== 200) throw new Error(`${call.operation} answered ${got.status}: ${got.text}`);
    call.keep?.(got.body as never, made);
    examples[endpoint.id] = {
      ...(params && { params }),
      ...(query && { query }),
      ...(request !== undefined && { request }),
      response: shortResponse(endpoint, got.body),
    };
  }
  examples.getSystem = { response: ofNoMachine(examples.getSystem!.response) };
  // What DNS has differs by place.
  examples.checkMailDomain = {
    response: [
      {
        record: "SPF",
        name: "lotdata.example",
        expected: "v=spf1 a:smtp.lotdata.example -all",
        state: "missing",
        found: null,
      },
    ],
  };
  // The only password that the service generates.
  const signedUp = examples.signUpUser!.response as { password: string };
  signedUp.password = "generated-password";
  return examples;
}

/** An example of every operation that returns JSON. The calls of `lookups` were made before. */
export async function operationExamples(
  demo: DemoService,
  lookups: readonly { readonly example: Example; readonly got: Got }[],
): Promise<OperationExamples> {
  const examples = await managementExamples(demo);
  for (const { example, got } of lookups)
    examples[example.endpoint.id] = { response: shortResponse(example.endpoint, got.body) };
  const ordered = Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1));
  return settled(Object.fromEntries(ordered));
}
