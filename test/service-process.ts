import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { commandLine } from "./program.ts";
import { until } from "./until.ts";
import { placeTestPack } from "./vin/shared-pack.ts";

/** A started process with all its output so far. */
export interface StartingProcess {
  readonly pid: number;
  readonly folder: string;
  readonly output: () => string;
  /** Its log lines of one event. */
  events(name: string): Record<string, unknown>[];
  signal(name: "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGKILL"): void;
  /** Resolves to the exit code, null after SIGKILL. */
  readonly exited: Promise<number | null>;
}

/** The service as a process, listening on a free loopback port. */
export interface ServiceProcess extends StartingProcess {
  readonly url: string;
  readonly port: number;
}

export function newFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "vingate-process-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A start that compiles the VIN data needs minutes on a busy machine; its end or its event ends the wait. */
const startMs = 240_000;

const serve = commandLine("serve");

/** Starts the service without waiting. */
export function spawnProcess(
  folder: string,
  settings: Record<string, string> = {},
  command: readonly string[] = serve,
): StartingProcess {
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
  return {
    pid: child.pid,
    folder,
    output: () => output,
    events: (name) =>
      output.match(new RegExp(`^\\{.*"event":"${name}".*\\}$`, "gm"))?.map((line) => JSON.parse(line)) ?? [],
    signal: (name) => child.kill(name),
    exited: collected.then(async () => {
      await child.exited;
      return child.exitCode;
    }),
  };
}

/**
 * Starts the service and waits until it listens, or with `ready` until all its workers can answer lookups. With `pack`
 * it finds the VIN data compiled, which would take seconds of both cores.
 */
export async function startProcess(
  folder: string,
  settings: Record<string, string> = {},
  event: "listening" | "ready" = "listening",
  { command = serve, pack = true }: { command?: readonly string[]; pack?: boolean } = {},
): Promise<ServiceProcess> {
  if (pack && !existsSync(vinPackFile(folder))) await placeTestPack(folder);
  const started = spawnProcess(folder, settings, command);
  const wanted = event === "ready" ? Number(settings.VINGATE_WORKERS ?? 1) : 1;
  let ended = false;
  void started.exited.then(() => {
    ended = true;
  });
  try {
    await until(() => ended || started.events(event).length >= wanted, `the service is ${event}`, startMs);
  } catch (error) {
    started.signal("SIGKILL");
    throw new Error(started.output(), { cause: error });
  }
  if (ended) throw new Error(`the service ended with ${await started.exited}: ${started.output()}`);
  const port = Number(started.events("listening")[0]!.port);
  return { ...started, url: `http://127.0.0.1:${port}`, port };
}

/** A port on which no process listens. */
export function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  server.stop(true);
  return server.port;
}

/** Sends bytes on a new connection; resolves to all received bytes when it closes or stays silent. */
export function exchange(port: number, bytes: string, silentMs = 20_000): Promise<string> {
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
