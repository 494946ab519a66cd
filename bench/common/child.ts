import { openSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

/** The core of a process: servers have one, the generator and the gateways' backends the other. */
export type Side = "server" | "load" | "any";

/** A server that the benchmark started. */
export interface Running {
  readonly pid: number;
  /** Throws when the process has ended. */
  requireAlive(): void;
  /** Sends SIGTERM, and SIGKILL after 12 s. Resolves to the exit code. */
  stop(): Promise<number>;
}

export interface Start {
  readonly command: readonly string[];
  readonly folder: string;
  /** Names the file that takes its output. */
  readonly name: string;
  readonly side?: Side;
  readonly env?: Record<string, string>;
}

const running = new Map<Bun.Subprocess, Running>();
const canPin = cpus().length > 1 && Bun.which("taskset") !== null;

/** How the cores were divided, for the figures' note. */
export const pinning = canPin
  ? "server on core 1, load on core 0"
  : "not pinned: there is one core, or no taskset";

process.on("exit", () => {
  for (const child of running.keys()) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

/** The command on the core of its side. taskset executes it, so the process ID is the command's. */
function pinned(command: readonly string[], side: Side): string[] {
  const core = side === "server" ? "1" : "0";
  return canPin && side !== "any" ? ["taskset", "-c", core, ...command] : [...command];
}

/** The command that runs a script of this folder's parent. */
export const script = (path: string, ...args: readonly string[]): string[] => [
  process.execPath,
  join(import.meta.dir, "..", path),
  ...args,
];

/** The command line of a work tree, this one by default. */
export const vingate = (args: readonly string[], tree = join(import.meta.dir, "../..")): string[] => [
  process.execPath,
  join(tree, "src/main.ts"),
  ...args,
];

/** An error's message, or else the last lines of the output. */
const reasonOf = (text: string): string =>
  /^(?:error|\w*Error): .*/m.exec(text)?.[0] ?? text.trim().split("\n").slice(-8).join("\n");

/** Starts a server whose environment has only `env` and the PATH. */
export function start({ command, folder, name, side = "any", env = {} }: Start): Running {
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
      const end = child.signalCode ?? child.exitCode;
      throw new Error(`${name} ended with ${end}: ${reasonOf(readFileSync(output, "utf8"))}`);
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

/** Waits up to 120 s for the first 200 of a server. */
export async function untilReady(
  server: Running,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  let last = "nothing";
  for (const begun = performance.now(); performance.now() - begun < 120_000; await Bun.sleep(5)) {
    server.requireAlive();
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(5000) });
      await response.arrayBuffer();
      if (response.status === 200) return;
      last = `status ${response.status}`;
    } catch (error) {
      last = (error as Error).message;
    }
  }
  throw new Error(`${url} did not return 200 within 120 s; last: ${last}`);
}

export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly side?: Side;
  readonly seconds?: number;
}

/** A command that ended with 0: its output, duration and CPU. */
export interface Ended {
  readonly output: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Runs a command to its end. Throws with its last lines when it fails or exceeds `seconds`. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { cwd, env = {}, side = "any", seconds = 600 } = options;
  if (Bun.which(command[0]!) === null) throw new Error(`there is no ${command[0]} here`);
  const begun = performance.now();
  const child = Bun.spawn(pinned(command, side), {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: seconds * 1000,
    ...(cwd && { cwd }),
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${reasonOf(errors || output)}`);
  const cpuSeconds = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  return { output, seconds: (performance.now() - begun) / 1000, cpuSeconds };
}

/** Runs a command whose last line of output is JSON; resolves to it and the CPU of the process. */
export async function runJson<T>(command: readonly string[], options?: RunOptions) {
  const { output, cpuSeconds } = await run(command, options);
  return { result: JSON.parse(output.trimEnd().split("\n").at(-1)!) as T, cpuSeconds };
}
