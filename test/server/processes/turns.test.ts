import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../../src/base/log.ts";
import { listen } from "../../../src/server/processes/listener.ts";

const connections = 600;

/** Opens connections, sends one request on each at a line of its input, and writes a file when all are sent. */
const client = `
  const [port, file] = process.argv.slice(-2);
  let answered = 0;
  const data = () => void (++answered === ${connections} && process.exit(0));
  const sockets = await Promise.all(Array.from({ length: ${connections} }, () =>
    Bun.connect({ hostname: "127.0.0.1", port: Number(port), socket: { data } })));
  console.log("connected");
  for await (const _ of console) {
    for (const socket of sockets) socket.write("GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n");
    await Bun.write(file, "");
  }`;

test("of requests that come together a part begins in each turn, so that timers and databases have theirs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-turns-"));
  const file = join(folder, "sent");
  const config = { host: "127.0.0.1", port: 0, tlsCert: undefined, tlsKey: undefined };
  const listener = listen(
    config,
    createLog(Date.now, () => {}),
    false,
  );
  const turns = new Map<number, number>();
  let turn = 0;
  let isRunning = true;
  const count = () => {
    turn += 1;
    if (isRunning) setImmediate(count);
  };
  count();
  listener.answerWith(async () => {
    turns.set(turn, (turns.get(turn) ?? 0) + 1);
    return new Response();
  });
  const child = Bun.spawn([process.execPath, "-e", client, String(listener.port), file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [first] = await child.stdout
    .getReader()
    .read()
    .then(({ value }) => [value]);
  expect(new TextDecoder().decode(first)).toBe("connected\n");
  child.stdin.write("go\n");
  await child.stdin.flush();
  // This process reads no socket until all requests are there.
  while (!existsSync(file)) Bun.sleepSync(1);
  await child.exited;
  isRunning = false;
  await listener.drain(0);
  rmSync(folder, { recursive: true });
  expect([...turns.values()]).toEqual([256, 256, connections - 512]);
});
