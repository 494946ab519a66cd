import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:tls";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

const [sqlite] = kinds;
let service: GatewayService;
/** Returns the request in a header and in the body. */
const upstream = rawUpstream((socket, request) => {
  const target = request.split(" ")[1]!;
  socket.end(
    `HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: ${target.length}\r\n\r\n${target}`,
  );
});
const free = { credit_cost: { default: 0 } };
const read = (name: string) => readFileSync(join(import.meta.dir, "certificates", name), "utf8");

beforeAll(async () => {
  service = await startGateway(sqlite!);
});
afterAll(async () => {
  await service.end();
  await upstream[Symbol.asyncDispose]();
});

const operator = (method: string, path: string, json?: unknown) =>
  service.ask(method, path, { headers: service.operatorHeaders, json });

/** The request line and some headers of the last request. */
function lastSent(...names: string[]): (string | undefined)[] {
  const [first, ...lines] = upstream.received.at(-1)!.trim().split("\r\n");
  const found = names.map((name) => lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)));
  return [first, ...found.flat()];
}

test("a parameter, two headers and basic authentication are sent with every call", async () => {
  const api = await service.register(
    `${upstream.url}/v1`,
    {
      auth: [
        { query: "api_key", value: "query&secret" },
        { header: "X-App", value: "the app" },
        { basic: "vingate", value: "pass:word" },
      ],
    },
    free,
  );
  const got = await service.call(api, "GET", "/a?b=1&API%5FKEY=mine&c=%20", {
    headers: { "x-app": "mine", authorization: "Bearer mine" },
  });
  expect(lastSent("x-app", "authorization")).toEqual([
    "GET /v1/a?b=1&c=%20&api_key=query%26secret HTTP/1.1",
    "x-app: the app",
    `Authorization: Basic ${btoa("vingate:pass:word")}`,
  ]);
  expect(got.headers.get("location")).toBe(
    `${service.app.config.publicUrl}/${api.path}/a?b=1&c=%20&api_key=[credential]`,
  );
  await service.call(api, "GET", "?api_key=mine");
  expect(lastSent()).toEqual(["GET /v1?api_key=query%26secret HTTP/1.1"]);
  const row = await service.app.database.get<{ auth_header: string | null; auth_names: string }>(
    sql`select auth_header, auth_names from api where id = ${api.apiId}`,
  );
  expect([row!.auth_header, JSON.parse(row!.auth_names)]).toEqual([
    null,
    [{ query: "api_key" }, { header: "X-App" }, { basic: "vingate" }],
  ]);
});

test("no secret of several is shown, logged or audited", async () => {
  const secrets = { header: `h${crypto.randomUUID()}`, query: `q${crypto.randomUUID()}` };
  const auth = [
    { header: "X-Key", value: secrets.header },
    { query: "key", value: secrets.query },
  ];
  const api = await service.register(upstream.url, { auth }, free);
  await service.call(api, "GET", "/a");
  const entry = await service.app.database.get<{ after: string }>(
    sql`select after from audit_log where object = ${`/apis/${api.apiId}`} order by id desc limit 1`,
  );
  expect(JSON.parse(entry!.after).auth).toEqual([
    { header: "X-Key", value: "[redacted]" },
    { query: "key", value: "[redacted]" },
  ]);
  const tested = await operator("POST", "/apis/test", {
    service_url: upstream.url,
    path: "/a?b=1",
    api_id: api.apiId,
  });
  expect(lastSent("x-key")).toEqual([`GET /a?b=1&key=${secrets.query} HTTP/1.1`, `x-key: ${secrets.header}`]);
  expect(tested.body).toMatchObject({
    url: `${upstream.url}/a?b=1`,
    auth_sent: true,
    body: "/a?b=1&key=[credential]",
  });
  const shown = (await operator("GET", `/apis/${api.apiId}`)).text;
  const seen = [entry!.after, tested.text, shown, service.logged.join("")].join("\n");
  expect(Object.values(secrets).filter((secret) => seen.includes(secret))).toEqual([]);
});

test("credentials that cannot be sent are refused, without their values", async () => {
  const value = "a very secret key";
  const [cert, key] = [read("client.crt"), read("client.key")];
  const refusal = async (auth: unknown) => {
    const json = { name: "leaky", display_name: "Leaky", path: "leaky", auth };
    const got = await operator("POST", "/apis", json);
    expect([got.status, got.text.includes(value), got.text.includes("PRIVATE")]).toEqual([422, false, false]);
    return (got.body as { detail: { msg: string }[] }).detail.map(({ msg }) => msg);
  };
  const faults = [
    [{ value }, "must have exactly one of header, query, basic, certificate and oauth"],
    [
      { header: "X-A", query: "a", value },
      "must have exactly one of header, query, basic, certificate and oauth",
    ],
    [{ header: "X-A", value: ` ${value}` }, "the value must be printable ASCII, without a space at its ends"],
    [{ query: "a", value: `${value}\n` }, "the value must be one line that is not empty"],
    [{ basic: "a:b", value }, "must be one line without a colon"],
    [
      { certificate: cert, value },
      "the value must be the certificate's private key as PEM, without a passphrase",
    ],
    [{ certificate: cert, value: read("server.key") }, "the value is the private key of another certificate"],
    [
      { certificate: `${cert}x`, value: key },
      "must be the PEM of a certificate, and of those between it and its authority",
    ],
    [
      [
        { header: "Authorization", value },
        { basic: "a", value },
      ],
      "has two credentials for the header authorization",
    ],
  ] as const;
  for (const [auth, fault] of faults) expect(await refusal(auth)).toContain(`Value error, ${fault}`);
});

test("an upstream's own authority and a client certificate are per API", async () => {
  const names: unknown[] = [];
  const server = createServer(
    {
      key: read("server.key"),
      cert: read("server.crt"),
      ca: read("client.crt"),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => {
        names.push(socket.authorized ? socket.getPeerCertificate().subject.CN : "none");
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `https://127.0.0.1:${(server.address() as { port: number }).port}`;
    const certificate = { certificate: read("client.crt"), value: read("client.key") };
    const ca_certificate = read("server.crt");
    const known = await service.register(url, { auth: certificate, ca_certificate }, free);
    const unknown = await service.register(url, { ca_certificate }, free);
    const untrusting = await service.register(url, { auth: certificate }, free);
    const call = async (api: Registered) => (await service.call(api, "GET", "/a")).status;
    expect([await call(known), await call(unknown), await call(known), await call(untrusting)]).toEqual([
      200, 200, 200, 502,
    ]);
    expect(names).toEqual(["client.test", "none", "client.test"]);
    const shown = await operator("GET", `/apis/${known.apiId}`);
    expect(shown.body).toMatchObject({ ca_certificate });
    const tested = await operator("POST", "/apis/test", { service_url: url, api_id: known.apiId });
    expect([(tested.body as { response_code: number }).response_code, names.at(-1)]).toEqual([
      200,
      "client.test",
    ]);
  } finally {
    server.close();
  }
});
