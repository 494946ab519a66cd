import { expect, test } from "bun:test";
import { listeningFiles, refuseHandshakes } from "../../src/serving/handshakes.ts";
import { numbered } from "../../src/serving/worker-process.ts";

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

test.skipIf(noLinux)("a caller that comes to a port being left is answered by who listens next", async () => {
  const serve = (name: string, port: number) =>
    Bun.serve({ hostname: "127.0.0.1", port, reusePort: true, fetch: () => new Response(name) });
  const first = serve("first", 0);
  const port = first.port!;
  expect(await ask(port)).toBe("first");
  const kept = await fetch(first.url);
  expect(await kept.text()).toBe("first");
  expect(await refuseHandshakes(listeningFiles(port))).toBe(true);
  // Over the connection that it has.
  expect(await (await fetch(first.url)).text()).toBe("first");
  const asked = ask(port);
  expect(await Promise.race([asked, Bun.sleep(200)])).toBeUndefined();
  await first.stop(true);
  const second = serve("second", port);
  expect(await asked).toBe("second");
  await second.stop(true);
});

test("where nobody listens no handshake can be refused", async () => {
  expect(await refuseHandshakes(listeningFiles(1))).toBe(false);
});

test("a worker's line has its number, whatever its form", () => {
  expect(numbered('{"time":"now","event":"ready"}', 2)).toBe('{"time":"now","event":"ready","worker":2}\n');
  expect(numbered("Segmentation fault", 2)).toBe("Segmentation fault\n");
});
