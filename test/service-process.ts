import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The service as a process of its own, listening on a free loopback port. */
export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly folder: string;
  /** Everything it wrote so far. */
  readonly output: () => string;
  /** Its log lines of one event. */
  events(name: string): Record<string, unknown>[];
  signal(name: "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGKILL"): void;
  /** Resolves to the exit code, null after SIGKILL. */
  readonly exited: Promise<number | null>;
}

const main = join(import.meta.dir, "..", "src", "main.ts");

export function newFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "vingate-process-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const startMs = 60_000;

/** Starts it and waits until it listens, or with `ready` until all of it can answer lookups. */
export async function startProcess(
  folder: string,
  settings: Record<string, string> = {},
  until: "listening" | "ready" = "listening",
  command: readonly string[] = [process.execPath, main, "serve"],
): Promise<ServiceProcess> {
  const child = Bun.spawn([...command], {
    env: {
      PATH: process.env.PATH,
      VINGATE_DATA_DIR: folder,
      VINGATE_PORT: "0",
      VINGATE_DEMO: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const exited = collected.then(async () => {
    await child.exited;
    return child.exitCode;
  });
  const events = (name: string): Record<string, unknown>[] =>
    output.match(new RegExp(`^\\{.*"event":"${name}".*\\}$`, "gm"))?.map((line) => JSON.parse(line)) ?? [];
  const wanted = until === "ready" ? Number(settings.VINGATE_WORKERS ?? 1) : 1;
  const begun = performance.now();
  while (events(until).length < wanted) {
    if (child.exitCode !== null) {
      await collected;
      throw new Error(`the service ended with ${child.exitCode}: ${output}`);
    }
    if (performance.now() - begun > startMs) {
      child.kill("SIGKILL");
      throw new Error(`the service did not start within ${startMs} ms: ${output}`);
    }
    await Bun.sleep(10);
  }
  const port = Number(events("listening")[0]!.port);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    folder,
    output: () => output,
    events,
    signal: (name) => child.kill(name),
    exited,
  };
}

/** A port on which nobody listens, for a service that is to come back to the same. */
export function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  server.stop(true);
  return server.port;
}

/** Waits until something is so; throws where it does not come to be. */
export async function until(what: string, so: () => boolean, milliseconds = 45_000): Promise<void> {
  for (const end = performance.now() + milliseconds; !so(); await Bun.sleep(10))
    if (performance.now() > end) throw new Error(`${what}: not within ${milliseconds} ms`);
}

/** Sends bytes on a new connection and resolves to all that came back until it closed or fell silent. */
export function exchange(port: number, bytes: string, silentMs = 1500): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const end = () => {
      socket.destroy();
      resolve(got);
    };
    socket.setTimeout(silentMs, end);
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1");
    });
    socket.on("close", end);
    socket.on("error", end);
  });
}
