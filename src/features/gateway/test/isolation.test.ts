import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { type RawSocket, rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds, problem } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { timedFeatures } from "./timed-features.ts";

const mebibyte = 2 ** 20;
const bounds = { all: 4 * mebibyte, each: 2 * mebibyte };

let service: GatewayService;
let port: { readonly url: URL; stop(): Promise<void> };
beforeAll(async () => {
  service = await startGateway(
    kinds[0]!,
    {},
    timedFeatures({}, { memory: bounds, disk: bounds, silentMs: 300 }),
  );
  port = service.open();
});
afterAll(async () => {
  await port.stop();
  await service.end();
});

const ok = (socket: RawSocket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
const free = { credit_cost: { default: 0 } };

/** A connection that sends what it is given; `received` is what came back. */
function client(text: string) {
  const socket: Socket = connect(Number(port.url.port), "127.0.0.1");
  const made = { socket, received: "", closed: false };
  socket.on("data", (bytes) => {
    made.received += bytes.toString("latin1");
  });
  socket.on("close", () => {
    made.closed = true;
  });
  socket.on("error", () => undefined);
  socket.write(text);
  return made;
}

const head = ({ path, key }: Pick<Registered, "path" | "key">, ...lines: string[]) =>
  [`POST /${path} HTTP/1.1`, "Host: localhost", `x-authkey: ${key}`, ...lines, "", ""].join("\r\n");

test.each([
  ["announced", "Content-Length: 300000"],
  ["in chunks", "Transfer-Encoding: chunked"],
  ["short", "Content-Length: 1000"],
])("clients that stall in a body, %s, hold no place and get 408", async (_, length) => {
  await using upstream = rawUpstream(ok);
  const api = await service.register(upstream.url, { max_concurrent: 2 }, free);
  const stalled = Array.from({ length: 6 }, () => client(head(api, length)));
  const other = await service.another(api);
  const before = performance.now();
  while (performance.now() - before < 200) expect((await service.call(other, "GET")).status).toBe(200);
  await until(() => stalled.every(({ received }) => received.includes("\r\n\r\n")), "all have an answer");
  for (const { received } of stalled) expect(received).toStartWith("HTTP/1.1 408 ");
  expect(upstream.received.every((request) => request.startsWith("GET"))).toBe(true);
  await until(() => stalled.every(({ closed }) => closed), "their connections are closed");
  await service.app.metering.flush();
  const recorded = await service.recorded(api.subscriptionId);
  expect(recorded.map(({ status, credits, error_code }) => [status, credits, error_code])).toEqual(
    stalled.map(() => [408, 0, "request_timeout"]),
  );
});

test("slow answers of one customer leave half of the places, without a key a quarter", async () => {
  const waiting: RawSocket[] = [];
  await using upstream = rawUpstream((socket, request) => {
    if (request.startsWith("GET /slow")) waiting.push(socket);
    else ok(socket);
  });
  const api = await service.register(upstream.url, { max_concurrent: 8, subscription_required: false }, free);
  const other = await service.another(api);
  const slow = Array.from({ length: 4 }, () => service.call(api, "GET", "/slow"));
  await until(() => waiting.length === 4, "one customer has its share");
  const fifth = await service.call(api, "GET");
  const detail = `Your calls take your share of the 8 calls that ${api.path} answers at a time. Nothing was charged. Wait for their answers.`;
  expect(fifth.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, fifth));
  expect(fifth.headers.get("retry-after")).toBe("1");
  const from = "198.51.100.7";
  const open = Array.from({ length: 2 }, () => service.ask("GET", `/${api.path}/slow`, { from }));
  await until(() => waiting.length === 6, "a network has its share");
  expect((await service.ask("GET", `/${api.path}`, { from })).status).toBe(429);
  expect((await service.ask("GET", `/${api.path}`, { from: "198.51.100.8" })).status).toBe(200);
  expect((await service.call(other, "GET")).status).toBe(200);
  for (const socket of waiting) ok(socket);
  expect((await Promise.all([...slow, ...open])).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await service.call(api, "GET")).status).toBe(200);
});

test("an account has its share by any number of subscriptions", async () => {
  const waiting: RawSocket[] = [];
  await using upstream = rawUpstream((socket, request) => {
    if (request.startsWith("GET /slow")) waiting.push(socket);
    else ok(socket);
  });
  const api = await service.register(upstream.url, { max_concurrent: 4 }, free);
  const [second, other] = [await service.another(api), await service.another(api)];
  const owner = sql`select owner_id from subscription where id = ${api.subscriptionId}`;
  await service.change(
    sql`update subscription set owner_id = (${owner}) where id = ${second.subscriptionId}`,
  );
  const slow = [service.call(api, "GET", "/slow"), service.call(second, "GET", "/slow")];
  await until(() => waiting.length === 2, "the account has its share");
  for (const one of [api, second]) expect((await service.call(one, "GET")).status).toBe(429);
  expect((await service.call(other, "GET")).status).toBe(200);
  for (const socket of waiting) ok(socket);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
});

test("bodies under way have a bound for each payer and for all", async () => {
  const patient = await startGateway(kinds[0]!, {}, timedFeatures({}, { memory: bounds, disk: bounds }));
  const open = patient.open();
  await using upstream = rawUpstream(ok);
  const api = await patient.register(upstream.url, {}, free);
  const others = [await patient.another(api), await patient.another(api)] as const;
  const body = new Uint8Array(1_900_000);
  const send = (who: Registered, bytes = body) =>
    fetch(`${open.url}${api.path}`, { method: "POST", headers: { "x-authkey": who.key }, body: bytes });
  /** Begins a body, again if the one that looks whether it has begun came before it. */
  const hold = async (who: Registered) => {
    const holding = () => {
      const socket = connect(Number(open.url.port), "127.0.0.1");
      socket.once("data", () => {
        socket.destroy();
        held = holding();
      });
      socket.write(head(who, "Content-Length: 1900000"));
      return socket;
    };
    let held = holding();
    await until(async () => (await send(who)).status === 429, "its share is taken");
    return held;
  };
  const held = [await hold(api), await hold(others[0])];
  const detailOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { detail: string }).detail,
  ];
  expect(await detailOf(await send(api))).toEqual([
    429,
    "The bodies of your calls take your share of the space. Nothing was charged. Wait for their answers.",
  ]);
  expect(await detailOf(await send(others[1]))).toEqual([
    503,
    "The bodies of other calls take all space. Nothing was charged. Retry.",
  ]);
  expect(await detailOf(await send(others[1], new Uint8Array(3_000_000)))).toEqual([
    413,
    "The body has more than the 2097152 bytes that this service holds. Nothing was charged.",
  ]);
  expect((await patient.call(others[1], "POST", "", { body: "short" })).status).toBe(200);
  for (const socket of held) socket.destroy();
  await until(async () => (await send(others[1])).status === 200, "the space is free again");
  // Files have no name.
  expect(readdirSync(join(patient.app.config.dataDir, "bodies"))).toEqual([]);
  await open.stop();
  await patient.end();
});

test.each([
  ["announced", (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>],
  [
    "in chunks",
    (bytes: Uint8Array) =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 10_000) controller.enqueue(bytes.slice(at, at + 10_000));
          controller.close();
        },
      }),
  ],
])("a long body, %s, arrives with its length and its bytes", async (_, bodyOf) => {
  const bytes = new Uint8Array(1_500_000).map((_, at) => (at * 7) % 251);
  const seen: { length: string | null; encoding: string | null; same: boolean }[] = [];
  const upstream = Bun.serve({
    port: 0,
    async fetch(request) {
      const { headers } = request;
      const same = Bun.hash(await request.bytes()) === Bun.hash(bytes);
      seen.push({ length: headers.get("content-length"), encoding: headers.get("transfer-encoding"), same });
      return new Response("ok");
    },
  });
  const api = await service.register(upstream.url.href, {}, free);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const init = { method, headers: { "x-authkey": api.key }, body: bodyOf(bytes) };
    expect((await fetch(`${port.url}${api.path}`, init)).status).toBe(200);
  }
  expect(seen).toEqual(Array(3).fill({ length: "1500000", encoding: null, same: true }));
  await service.app.metering.flush();
  const recorded = await service.recorded(api.subscriptionId);
  expect(recorded.map(({ request_size }) => request_size)).toEqual(Array(3).fill(1_500_000));
  await upstream.stop(true);
});

test("failing calls of one customer leave an API open to others", async () => {
  await using upstream = rawUpstream((socket, request) => {
    const status = request.startsWith("GET /good") ? 200 : request.startsWith("GET /down") ? 503 : 500;
    socket.write(`HTTP/1.1 ${status} Any\r\nContent-Length: 0\r\n\r\n`);
  });
  const api = await service.register(upstream.url, {}, free);
  const other = await service.another(api);
  for (let call = 0; call < 40; call++) await service.call(api, "GET", call % 2 ? "/bad" : "/down");
  expect((await service.call(other, "GET", "/good")).status).toBe(200);
  // An upstream that fails for both is down, even if some calls are answered.
  for (let call = 0; call < 40; call++)
    await service.call(call % 2 ? api : other, "GET", call < 4 ? "/good" : "/down");
  expect((await service.call(other, "GET", "/good")).status).toBe(503);
});

test("500 weighs less than 503: an upstream with one good answer in ten stays open", async () => {
  await using upstream = rawUpstream((socket, request) => {
    const status = request.startsWith("GET /good") ? 200 : 500;
    socket.write(`HTTP/1.1 ${status} Any\r\nContent-Length: 0\r\n\r\n`);
  });
  const api = await service.register(upstream.url, {}, free);
  const other = await service.another(api);
  for (let call = 0; call < 60; call++)
    await service.call(call % 2 ? api : other, "GET", call % 10 ? "/bad" : "/good");
  expect((await service.call(other, "GET", "/good")).status).toBe(200);
});

test("a dead upstream is found by one customer", async () => {
  const api = await service.register("http://127.0.0.1:9", {}, free);
  const statuses: number[] = [];
  for (let call = 0; call < 21; call++) statuses.push((await service.call(api, "GET")).status);
  expect([statuses.slice(0, 20).every((status) => status === 502), statuses[20]]).toEqual([true, 503]);
});

test("GET with a body, trailers and upgrades are refused by name", async () => {
  await using upstream = rawUpstream(ok);
  const api = await service.register(upstream.url, {}, free);
  const answerTo = async (text: string) => {
    const sent = client(text);
    await until(() => sent.received.includes("}"), "an answer");
    sent.socket.destroy();
    const [top = "", body = ""] = sent.received.split("\r\n\r\n");
    return [top.split("\r\n")[0], (JSON.parse(body) as { detail: string }).detail, top] as const;
  };
  const get = head(api, "Content-Length: 2").replace("POST", "GET");
  expect((await answerTo(`${get}{}`)).slice(0, 2)).toEqual([
    "HTTP/1.1 400 Bad Request",
    "GET with a body is not forwarded.",
  ]);
  const trailers = head(api, "Transfer-Encoding: chunked", "Trailer: x-sum");
  expect((await answerTo(trailers)).slice(0, 2)).toEqual([
    "HTTP/1.1 400 Bad Request",
    "Trailers are not forwarded. Send these fields as headers.",
  ]);
  const upgrade = head(api, "Connection: Upgrade", "Upgrade: websocket").replace("POST", "GET");
  const [line, detail, top] = await answerTo(upgrade);
  expect([line, detail]).toEqual([
    "HTTP/1.1 426 Upgrade Required",
    "An upgrade to websocket is not forwarded. Nothing was charged.",
  ]);
  expect(top.toLowerCase()).toContain("upgrade: http/1.1");
  expect(upstream.received).toEqual([]);
});

test("OPTIONS is forwarded, but not a preflight", async () => {
  await using upstream = rawUpstream(
    (socket) => void socket.write("HTTP/1.1 204 No Content\r\nAllow: GET\r\n\r\n"),
  );
  const api = await service.register(upstream.url, {}, free);
  const forwarded = await service.call(api, "OPTIONS");
  expect([forwarded.status, forwarded.headers.get("allow"), upstream.received.length]).toEqual([
    204,
    "GET",
    1,
  ]);
  const headers = { origin: "https://shop.example", "access-control-request-method": "GET" };
  const preflight = await service.ask("OPTIONS", `/${api.path}`, { headers });
  expect([preflight.status, upstream.received.length]).toEqual([200, 1]);
});

test("an upstream's 401 differs from one of the service", async () => {
  await using upstream = rawUpstream(
    (socket) => void socket.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"),
  );
  const api = await service.register(upstream.url, {}, free);
  const theirs = await service.call(api, "GET");
  expect([theirs.status, theirs.headers.get("proxy-status")]).toEqual([401, "vingate; received-status=401"]);
  const ours = await service.ask("GET", `/${api.path}`);
  expect([ours.status, ours.headers.get("proxy-status")]).toEqual([401, null]);
});
