import { openSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

/** Servers run on one core, the generator and the backends of gateways on the other; or wherever there is room. */
export type Side = "server" | "load" | "any";

/** A server of the benchmark, started by it. */
export interface Running {
  readonly pid: number;
  /** Throws when the process has ended. */
  requireAlive(): void;
  /** SIGTERM, and SIGKILL where that does not help within 12 s. Resolves with the exit code. */
  stop(): Promise<number>;
}

export interface Start {
  readonly command: readonly string[];
  readonly side: Side;
  readonly folder: string;
  /** Names the file that takes what it prints. */
  readonly name: string;
  readonly env?: Record<string, string>;
}

const running = new Map<Bun.Subprocess, Running>();
const canPin = cpus().length > 1 && Bun.which("taskset") !== null;

/** How the cores were shared out, for the figures' note. */
export const pinning = canPin
  ? "server on core 1, load on core 0"
  : "not pinned: there is one core, or no taskset";

// Whatever ends the benchmark ends its servers too.
process.on("exit", () => {
  for (const child of running.keys()) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

/** The command, kept to the core of its side. taskset becomes the command: the process id is the command's. */
export function pinned(command: readonly string[], side: Side): string[] {
  return canPin && side !== "any"
    ? ["taskset", "-c", side === "server" ? "1" : "0", ...command]
    : [...command];
}

/** Starts a server; it gets nothing of our environment but where programs are. */
export function start({ command, side, folder, name, env = {} }: Start): Running {
  const output = join(folder, `${name}.log`);
  const file = openSync(output, "a", 0o600);
  const child = Bun.spawn(pinned(command, side), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder, ...env },
    stdio: ["ignore", file, file],
  });
  const server: Running = {
    pid: child.pid,
    requireAlive() {
      if (child.exitCode === null && child.signalCode === null) return;
      const last = readFileSync(output, "utf8").trim().split("\n").slice(-8).join("\n");
      throw new Error(`${name} ended with ${child.signalCode ?? child.exitCode}: ${last}`);
    },
    async stop() {
      child.kill("SIGTERM");
      const limit = setTimeout(() => child.kill("SIGKILL"), 12_000);
      const code = await child.exited;
      clearTimeout(limit);
      running.delete(child);
      return code;
    },
  };
  running.set(child, server);
  return server;
}

/** Stops every server that still runs. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running.values()].map((server) => server.stop()));
}

/** Waits for the first 200 of a server that was just started. */
export async function untilAnswers(
  server: Running,
  url: string,
  headers: Record<string, string> = {},
): Promise<void> {
  let last = "nothing";
  for (const begun = performance.now(); performance.now() - begun < 60_000; await Bun.sleep(20)) {
    server.requireAlive();
    try {
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5000) });
      await answer.arrayBuffer();
      if (answer.status === 200) return;
      last = `status ${answer.status}`;
    } catch (error) {
      last = (error as Error).message;
    }
  }
  throw new Error(`${url} did not answer 200 within 60 s, but ${last}`);
}

/** A port of the loopback address that nobody listens on. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
