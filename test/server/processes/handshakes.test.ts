import { expect, test } from "bun:test";
import {
  refuseHandshakes,
  shareHandshakes,
  steerHandshakes,
} from "../../../src/server/processes/handshakes.ts";
import { listeningAt } from "../../../src/server/processes/sockets.ts";
import { numbered } from "../../../src/server/processes/worker-process.ts";

/** Sends one request on a new connection; resolves to the body of the response. */
function request(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const socket = {
      open: (opened: Bun.Socket) => void opened.write(request),
      data: (_: Bun.Socket, chunk: Buffer) => resolve(chunk.toString().split("\r\n\r\n")[1]!),
    };
    Bun.connect({ hostname: "127.0.0.1", port, socket }).catch(reject);
  });
}

const serve = (name: string, port: number) =>
  Bun.serve({ hostname: "127.0.0.1", port, reusePort: true, fetch: () => new Response(name) });

/** Why handshakes cannot be refused here. Root can always do it on Linux: there it is no reason. */
function cannotRefuse(): string | undefined {
  if (process.platform !== "linux") return "only Linux can refuse them";
  if (process.getuid?.() === 0) return undefined;
  const server = serve("tried", 0);
  const isRefused = refuseHandshakes(listeningAt(server.port!).files);
  void server.stop(true);
  return isRefused ? undefined : "this system lets only root refuse them";
}

const reason = cannotRefuse();
if (reason) console.warn(`skipped: the tests of refused handshakes, since ${reason}`);

test.skipIf(reason !== undefined)(
  "connections to a closing listener are answered by the next one",
  async () => {
    const first = serve("first", 0);
    const port = first.port!;
    expect(await request(port)).toBe("first");
    const kept = await fetch(first.url);
    expect(await kept.text()).toBe("first");
    expect(refuseHandshakes(listeningAt(port).files)).toBe(true);
    // On its kept-alive connection.
    expect(await (await fetch(first.url)).text()).toBe("first");
    const response = request(port);
    // A connection that is not refused would be answered within this time.
    expect(await Promise.race([response, Bun.sleep(200)])).toBeUndefined();
    await first.stop(true);
    const second = serve("second", port);
    expect(await response).toBe("second");
    await second.stop(true);
  },
);

test.skipIf(reason !== undefined)(
  "remaining listeners take all new connections while others leave, without delay",
  async () => {
    const leaving = [serve("leaving", 0)];
    const port = leaving[0]!.port!;
    const known = [...listeningAt(port).files];
    leaving.push(serve("leaving", port));
    known.push(...listeningAt(port, known).files);
    const first = serve("first", port);
    const { files, others } = listeningAt(port, known);
    expect([files.length, others]).toEqual([1, 2]);
    const last = serve("last", port);
    const took: number[] = [];
    const timed = async () => {
      const begun = performance.now();
      const answer = await request(port);
      took.push(performance.now() - begun);
      return answer;
    };
    const answers = async (count: number) =>
      [...new Set(await Promise.all(Array.from({ length: count }, timed)))].sort();
    expect(await answers(200)).toEqual(["first", "last", "leaving"]);
    expect(steerHandshakes(files[0]!, others)).toBe(true);
    expect(refuseHandshakes(known)).toBe(true);
    took.length = 0;
    expect(await answers(200)).toEqual(["first"]);
    await leaving[0]!.stop(true);
    // The last listener has taken the closed one's index; the other leaving listener keeps its own.
    expect(await answers(200)).toEqual(["first"]);
    // A dropped handshake is repeated after one second, then two: without steering, 300 of 400 would be.
    expect(took.filter((ms) => ms < 1000).length).toBeGreaterThan(0.4 * took.length);
    await leaving[1]!.stop(true);
    expect(await answers(200)).toEqual(["first", "last"]);
    expect(shareHandshakes(files[0]!)).toBe(true);
    expect(await answers(200)).toEqual(["first", "last"]);
    for (const server of [first, last]) await server.stop(true);
  },
);

test("handshakes at a port without a listener cannot be refused", async () => {
  expect(refuseHandshakes(listeningAt(1).files)).toBe(false);
});

test("a worker's line of any form has its number", () => {
  expect(numbered('{"time":"now","event":"ready"}', 2)).toBe('{"time":"now","event":"ready","worker":2}\n');
  expect(numbered("Segmentation fault", 2)).toBe("Segmentation fault\n");
});
