import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { startService, type TestService } from "../../harness.ts";
import { goodVin, type Subscribers, subscribers } from "../../subscribers.ts";
import { until } from "../../until.ts";

let service: TestService;
let who: Subscribers;
let server: Bun.Server<undefined>;
beforeAll(async () => {
  service = await startService();
  who = subscribers(service);
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => service.serve(request, "127.0.0.1"),
  });
});
afterAll(async () => {
  await server.stop(true);
  await service.end();
});

/** Sends lines until the connection is closed; resolves to all received bytes. */
function sendEndless(key: string): Promise<string> {
  return new Promise((resolve) => {
    const lines = `${goodVin}\n`.repeat(1000);
    const chunk = `${lines.length.toString(16)}\r\n${lines}\r\n`;
    let got = "";
    const socket = connect(server.port!, "127.0.0.1");
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("connect", () => {
      const head = `POST /vin-decoder/batch HTTP/1.1\r\nHost: a\r\nx-AuthKey: ${key}\r\nContent-Type: text/plain`;
      socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`);
      write();
    });
    socket.on("drain", write);
    socket.on("data", (data) => {
      got += data.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(got));
  });
}

test("a client that sends without end gets the error and is closed", async () => {
  const { key } = await who.subscribe({});
  const got = await sendEndless(key);
  expect(got).toMatch(/^HTTP\/1\.1 200 /);
  expect(got.match(/"status":"success"/g)?.length).toBe(15);
  expect(got).toMatch(/"from_line":\d+\}\}/);
});

test("a client that leaves before the answer can repeat its batch", async () => {
  const { key } = await who.subscribe({});
  const body = `${goodVin}\n`.repeat(10);
  const headers = { "x-AuthKey": key, "idempotency-key": "a", "content-type": "text/plain" };
  const head = `POST /vin-decoder/batch HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  for (let turn = 0; turn < 20; turn++) {
    const socket = connect(server.port!, "127.0.0.1");
    await new Promise((resolve) => socket.on("connect", resolve));
    await new Promise((resolve) => socket.write([head, ...lines, "", body].join("\r\n"), resolve));
    // The request is received at another moment each time.
    for (let wait = 0; wait < turn; wait++) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
  }
  const got = await until(async () => {
    const answer = await service.ask("POST", "/vin-decoder/batch", { headers, body });
    return answer.status !== 409 && answer;
  }, "the calls before have ended");
  expect([got.status, got.text.match(/"status":"success"/g)?.length]).toEqual([200, 10]);
});
