import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { systemClock } from "../../../src/base/clock.ts";
import { createLog } from "../../../src/base/log.ts";
import { pieceBytes, Unsent, type UnsentWriter } from "../../../src/http/unsent.ts";
import { listen } from "../../../src/server/processes/listener.ts";
import { until } from "../../until.ts";

const noLinux = process.platform !== "linux";
if (noLinux) console.warn("the test of clients that do not read is skipped: only Linux bounds what it keeps");

const bodyBytes = 20 * 2 ** 20;
/** Bun looks for idle connections every four seconds. */
const idleSeconds = 8;

/** A client whose kernel receives until its buffer is full. */
function open(port: number, path: string): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
  socket.on("error", () => undefined);
  return socket.pause();
}

test.skipIf(noLinux)(
  "a client that does not read is cut off, a slow one is not",
  async () => {
    const unsent = new Unsent();
    const made: Record<string, number> = {};
    const gone: string[] = [];
    const config = { host: "127.0.0.1", port: 0, tlsCert: undefined, tlsKey: undefined };
    const listener = listen(config, createLog(systemClock, console.log), false, { idleSeconds });
    listener.answerWith(async ({ url, signal }) => {
      const { pathname } = new URL(url);
      made[pathname] = 0;
      const produce = async (writer: UnsentWriter) => {
        for (; made[pathname]! < bodyBytes; made[pathname]! += pieceBytes)
          await writer.send(new Uint8Array(pieceBytes));
      };
      const taker = { client: pathname, signal };
      return new Response(unsent.stream(taker, { produce, cancel: () => void gone.push(pathname) }));
    });
    const stalled = open(listener.port, "/stalled");
    const slow = open(listener.port, "/slow");
    let received = 0;
    slow.on("data", (chunk) => {
      received += chunk.length;
    });
    const reading = setInterval(() => {
      slow.resume();
      setTimeout(() => slow.pause(), 1);
    }, 100);
    await until(() => gone.length > 0, "the client that does not read is cut off");
    // What both kernels take, and one piece that waits here.
    expect([gone, made["/stalled"]! < 2 ** 20]).toEqual([["/stalled"], true]);
    expect(unsent.inAll).toBeLessThanOrEqual(pieceBytes);
    clearInterval(reading);
    slow.resume();
    await until(() => received > bodyBytes, "the slow client receives the whole body");
    expect([gone, unsent.inAll]).toEqual([["/stalled"], 0]);
    for (const socket of [stalled, slow]) socket.destroy();
    await listener.drain(1000);
  },
  180_000,
);
