import { expect, test } from "bun:test";
import {
  listeningAt,
  refuseHandshakes,
  shareHandshakes,
  steerHandshakes,
} from "../../../src/server/processes/handshakes.ts";
import { numbered } from "../../../src/server/processes/worker-process.ts";

const noLinux = process.platform !== "linux";
if (noLinux) console.warn("the test of refused handshakes is skipped: only Linux can refuse them");

/** Sends one request on a new connection; resolves to the body of what comes back. */
function ask(port: number): Promise<string> {
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

test.skipIf(noLinux)("a caller that comes to a port being left is answered by who listens next", async () => {
  const first = serve("first", 0);
  const port = first.port!;
  expect(await ask(port)).toBe("first");
  const kept = await fetch(first.url);
  expect(await kept.text()).toBe("first");
  expect(await refuseHandshakes(listeningAt(port).files)).toBe(true);
  // Over the connection that it has.
  expect(await (await fetch(first.url)).text()).toBe("first");
  const asked = ask(port);
  // An unrefused connection would be answered within this time.
  expect(await Promise.race([asked, Bun.sleep(200)])).toBeUndefined();
  await first.stop(true);
  const second = serve("second", port);
  expect(await asked).toBe("second");
  await second.stop(true);
});

test.skipIf(noLinux)(
  "whoever stays takes all new connections while others leave, and no caller waits",
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
    const answers = async (count: number) =>
      [...new Set(await Promise.all(Array.from({ length: count }, () => ask(port))))].sort();
    expect(await answers(200)).toEqual(["first", "last", "leaving"]);
    expect(await steerHandshakes(files[0]!, others)).toBe(true);
    expect(await refuseHandshakes(known)).toBe(true);
    const begun = performance.now();
    expect(await answers(200)).toEqual(["first"]);
    await leaving[0]!.stop(true);
    // The last has its place in the order now; the other that leaves still has the same.
    expect(await answers(200)).toEqual(["first"]);
    await leaving[1]!.stop(true);
    expect(await answers(200)).toEqual(["first", "last"]);
    // A handshake that is dropped is tried again a second later, then two: of 400 three quarters would have been.
    expect(performance.now() - begun).toBeLessThan(7000);
    expect(await shareHandshakes(files[0]!)).toBe(true);
    expect(await answers(200)).toEqual(["first", "last"]);
    for (const server of [first, last]) await server.stop(true);
  },
);

test("where nobody listens no handshake can be refused", async () => {
  expect(await refuseHandshakes(listeningAt(1).files)).toBe(false);
});

test("a worker's line has its number, whatever its form", () => {
  expect(numbered('{"time":"now","event":"ready"}', 2)).toBe('{"time":"now","event":"ready","worker":2}\n');
  expect(numbered("Segmentation fault", 2)).toBe("Segmentation fault\n");
});
