import { dlopen, ptr } from "bun:ffi";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type GatewayService, startGateway } from "../../../../test/gateway/gateway-service.ts";
import { closedPort, rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds } from "../../../../test/harness.ts";
import { newFolder, startProcess } from "../../../../test/service-process.ts";
import { until } from "../../../../test/until.ts";
import { listen } from "../../../server/processes/listener.ts";
import { timedFeatures } from "./timed-features.ts";

let service: GatewayService;
beforeAll(async () => {
  service = await startGateway(kinds[0]!);
});
afterAll(() => service.end());

test("an upstream without a valid certificate is not sent anything", async () => {
  const read = (name: string) =>
    readFileSync(join(import.meta.dir, "../../../../test/outbound/certificates", name), "utf8");
  let calls = 0;
  const upstream = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: read("backend.crt"), key: read("backend.key") },
    fetch: () => {
      calls += 1;
      return new Response();
    },
  });
  const api = await service.register(`https://127.0.0.1:${upstream.port}`);
  const got = await service.call(api, "GET");
  expect([got.status, (got.body as { detail: string }).detail, calls]).toEqual([
    502,
    "The service of this API has no valid certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Nothing was charged.",
    0,
  ]);
  expect(await service.recorded(api.subscriptionId)).toMatchObject([{ status: 502, credits: 0 }]);
  await upstream.stop(true);
});

test("the service's own port is no upstream", async () => {
  const own = await startGateway(kinds[0]!, { VINGATE_PORT: "18999" });
  const api = await own.register("http://localhost:18999/openapi.json");
  const got = await own.call(api, "GET");
  expect([got.status, (got.body as { detail: string }).detail]).toEqual([
    502,
    "The address of this API's service is not allowed. Report it to the operator. Nothing was charged.",
  ]);
  await own.end();
});

test("an upstream that closes kept connections costs nothing extra", async () => {
  const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  // It closes a connection with its second request, which it does not answer.
  await using upstream = rawUpstream((socket) => {
    const requests = (seen.get(socket) ?? 0) + 1;
    seen.set(socket, requests);
    if (requests === 1) socket.write(ok);
    else socket.terminate();
  });
  const seen = new WeakMap<object, number>();
  const api = await service.register(upstream.url, {}, { credit_cost: { default: 1 } });
  for (let call = 0; call < 6; call++) expect((await service.call(api, "GET")).status).toBe(200);
  const posts: number[] = [];
  for (let call = 0; call < 6; call++) {
    const how = { body: "a", headers: { "content-length": "1" } };
    posts.push((await service.call(api, "POST", "", how)).status);
  }
  // A POST is never sent twice: it fails, free of charge.
  expect(posts.every((status) => status === 200 || status === 502)).toBe(true);
  const answered = posts.filter((status) => status === 200).length;
  expect(posts).toContain(502);
  expect(await service.sums(api.subscriptionId)).toMatchObject({ calls: 12, credits: 6 + answered });
});

test("a client waits longer than its connection may be idle", async () => {
  const patient = await startGateway(kinds[0]!, {}, timedFeatures({ quietMs: 100 }));
  const port = listen({ ...patient.app.config, port: 0 }, patient.app.log, false, { idleSeconds: 1 });
  let keptAt = Number.POSITIVE_INFINITY;
  port.answerWith((request, address, keepOpen) =>
    patient.serve(request, address, (open) => {
      keptAt = Math.min(keptAt, performance.now());
      keepOpen?.(open);
    }),
  );
  await using upstream = rawUpstream(
    (socket) => void setTimeout(() => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), 5000),
  );
  const api = await patient.register(upstream.url);
  let answer = "";
  let closed = false;
  // Idle connections are closed together every four seconds. The call begins after one such moment, and again if this
  // process then hardly ran: the next moment may come before the connection is kept.
  for (let attempts = 1, lateMs = Number.POSITIVE_INFINITY; lateMs > 2000 && attempts <= 3; attempts++) {
    const idle = connect(port.port, "127.0.0.1");
    idle.write("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => idle.on("close", resolve).resume());
    const begunAt = performance.now();
    keptAt = Number.POSITIVE_INFINITY;
    answer = "";
    closed = false;
    const client = connect(port.port, "127.0.0.1");
    client.on("data", (bytes) => {
      answer += bytes.toString();
    });
    client.on("close", () => {
      closed = true;
    });
    client.write(`GET /${api.path} HTTP/1.1\r\nHost: localhost\r\nx-authkey: ${api.key}\r\n\r\n`);
    await until(() => closed || answer.endsWith("ok"), "an answer");
    lateMs = keptAt - begunAt;
  }
  expect(answer).toStartWith("HTTP/1.1 200 OK");
  // After its answer an idle connection is closed as any other.
  await until(() => closed, "the idle connection is closed");
  await port.drain(1000);
  await patient.end();
});

/** A port that accepts nothing: its queue of one connection is full, and the kernel drops all others. */
async function openDropping() {
  const { symbols } = dlopen("libc.so.6", {
    socket: { args: ["i32", "i32", "i32"], returns: "i32" },
    bind: { args: ["i32", "ptr", "u32"], returns: "i32" },
    listen: { args: ["i32", "i32"], returns: "i32" },
    close: { args: ["i32"], returns: "i32" },
  });
  const port = closedPort();
  const address = Uint8Array.from([2, 0, port >> 8, port & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  const file = symbols.socket(2, 1, 0);
  if (symbols.bind(file, ptr(address), 16) !== 0 || symbols.listen(file, 0) !== 0)
    throw new Error(`cannot listen at ${port}`);
  const queued = connect(port, "127.0.0.1");
  await until(() => !queued.connecting, "the queue is full");
  return {
    port,
    [Symbol.dispose]() {
      queued.destroy();
      symbols.close(file);
    },
  };
}

const noLinux = process.platform !== "linux";
if (noLinux) console.warn("skipped: an upstream that drops packets, which this test has only on Linux");

test.skipIf(noLinux)("a host that drops packets is a 504 before its time", async () => {
  using dropping = await openDropping();
  const api = await service.register(`http://127.0.0.1:${dropping.port}`, { timeout_ms: 600_000 });
  const all = await Promise.all([1, 2, 3].map(() => service.call(api, "GET")));
  for (const got of all)
    expect([got.status, (got.body as { detail: string }).detail]).toEqual([
      504,
      "The service of this API accepts no connection in time. Nothing was charged.",
    ]);
  const recorded = await service.recorded(api.subscriptionId);
  expect(recorded.map(({ status, credits }) => [status, credits])).toEqual(all.map(() => [504, 0]));
});

test("an upstream that answered lately is called without another connection", async () => {
  await using upstream = rawUpstream(
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
  );
  const api = await service.register(upstream.url);
  for (let call = 0; call < 4; call++) expect((await service.call(api, "GET")).text).toBe("ok");
  await until(() => upstream.open === 1, "the connection that was tried is closed");
  expect(upstream.accepted).toBe(2);
});

test("calls that hang in one API leave those of another", async () => {
  const { folder, remove } = newFolder();
  const token = "an-operator-token-of-this-test";
  const node = await startProcess(folder, { VINGATE_OPERATOR_TOKEN: token });
  await using hanging = rawUpstream(() => undefined);
  await using quick = rawUpstream(
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
  );
  const register = async (name: string, service_url: string) => {
    const json = { name, display_name: name, path: name, service_url, subscription_required: false };
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ ...json, max_concurrent: 1200 });
    const made = await fetch(`${node.url}/apis`, { method: "POST", headers, body });
    if (made.status !== 200) throw new Error(await made.text());
  };
  await register("hanging", hanging.url);
  await register("quick", quick.url);
  const call = async (name: string) => (await fetch(`${node.url}/${name}`)).text();
  await until(async () => (await call("quick")) === "ok", "the APIs are in use");
  // Not by `fetch`, because this process has a bound of 256 requests.
  const clients = Array.from({ length: 300 }, () => {
    const client = connect(node.port, "127.0.0.1");
    client.on("error", () => undefined);
    client.write("GET /hanging HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return client;
  });
  await until(() => hanging.received.length === 300, "all calls hang");
  expect(await call("quick")).toBe("ok");
  for (const client of clients) client.destroy();
  await until(() => hanging.open === 0, "the upstream's connections are closed");
  node.signal("SIGTERM");
  expect(await node.exited).toBe(0);
  remove();
});
