import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { buildVersion } from "../../../src/base/version.ts";
import { exchange } from "../../service-process.ts";
import { until } from "../../until.ts";

// Behaviour of Bun's server that the service relies on, tested without the service: an update that changes it
// fails here.
let aborted = 0;
const seen: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 2,
  maxRequestBodySize: 100,
  async fetch(request) {
    const url = new URL(request.url);
    seen.push(url.pathname);
    request.signal.addEventListener("abort", () => {
      aborted += 1;
    });
    if (url.pathname === "/slow" || url.pathname === "/stuck")
      await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    if (url.pathname === "/header") return new Response(request.headers.get("x-twice"));
    if (url.pathname === "/read") return new Response(await request.arrayBuffer());
    return new Response("done");
  },
});
afterAll(() => server.stop(true));
const port = server.port ?? 0;

test("a disconnect while a handler waits aborts the request's signal", async () => {
  const before = aborted;
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"));
  await until(() => seen.includes("/slow"), "the handler runs");
  socket.destroy();
  await until(() => aborted > before, "the signal aborts");
  expect(aborted).toBe(before + 1);
});

test("a half-close while a handler waits closes the connection and aborts", async () => {
  const before = aborted;
  const answer = await new Promise<string>((resolve) => {
    let got = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () =>
      socket.end("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"),
    );
    socket.on("data", (chunk) => {
      got += chunk;
    });
    socket.on("error", () => resolve(got));
    socket.on("close", () => resolve(got));
    socket.on("end", () => {
      socket.destroy();
      resolve(got);
    });
  });
  await until(() => aborted > before, "the signal aborts");
  expect([answer, aborted]).toEqual(["", before + 1]);
});

test("a second pipelined request while a handler waits closes the connection", async () => {
  const one = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n";
  expect(await exchange(port, one + one)).toBe("");
});

test("a header sent twice arrives joined by a comma", async () => {
  const answer = await exchange(
    port,
    "GET /header HTTP/1.1\r\nHost: a\r\nX-Twice: k1\r\nX-Twice: k2\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toEndWith("\r\n\r\nk1, k2");
});

test("a chunked body over the limit never reaches a reading handler", async () => {
  const answer = await exchange(
    port,
    `POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nc8\r\n${"a".repeat(200)}\r\n0\r\n\r\n`,
  );
  expect(answer).toStartWith("HTTP/1.1 413 ");
});

test("the idle timeout also ends a slow handler", async () => {
  const started = performance.now();
  const silentMs = 60_000;
  expect(await exchange(port, "GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n", silentMs)).toBe("");
  expect(performance.now() - started).toBeLessThan(silentMs);
}, 180_000);

async function runScript(script: string): Promise<{ code: number | null; out: string }> {
  const child = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  const out = await new Response(child.stdout).text();
  await child.exited;
  return { code: child.exitCode, out };
}

test("an unhandled rejection ends the process without a listener", async () => {
  // The second timer starts with the rejection, and is long: on a stalled machine both can be due in one turn.
  const floating = (ms: number) =>
    `setTimeout(() => { setTimeout(() => console.log('alive'), ${ms}); Promise.reject(new Error('x')); }, 1);`;
  expect(await runScript(floating(60_000))).toEqual({ code: 1, out: "" });
  const handled = `process.on('unhandledRejection', () => console.log('seen')); ${floating(1)}`;
  expect(await runScript(handled)).toEqual({ code: 0, out: "seen\nalive\n" });
});

test("each SIGTERM runs its handler", async () => {
  const script = `let n = 0; process.on('SIGTERM', () => { n++; if (n === 2) { console.log('twice'); process.exit(0); } });
    setInterval(() => process.kill(process.pid, 'SIGTERM'), 50);`;
  expect(await runScript(script)).toEqual({ code: 0, out: "twice\n" });
});

// From source also when other tests start an executable, which contains its own Bun.
test("the command's entry point runs under this Bun", async () => {
  const main = join(import.meta.dir, "..", "..", "..", "src", "main.ts");
  const child = Bun.spawn([process.execPath, main, "--version"], { stdio: ["ignore", "pipe", "ignore"] });
  expect(await new Response(child.stdout).text()).toBe(`${buildVersion}\n`);
});
