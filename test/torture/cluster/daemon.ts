import { existsSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { asOrdinaryUser, children } from "../../database/server.ts";

// Ends all processes of the folder when the pipe from the driver closes, which SIGKILL does too; also frozen ones.
const watcher = `
  cat > /dev/null
  for each in $(cat "$1"/*.pid "$1"/*/postmaster.pid 2> /dev/null | grep -E '^[0-9]+$'); do
    case "$(readlink "/proc/$each/cwd")" in "$1"*) kill -KILL "$each"; kill -CONT "$each" ;; esac
  done
  sleep 1
  rm -rf "$1"`;

/** Starts the process that removes a cluster's folder, and what runs there, after this process has ended. */
export function watchFolder(folder: string): void {
  const apart = Bun.which("setsid") ? ["setsid"] : [];
  Bun.spawn([...apart, "sh", "-c", watcher, "watcher", folder], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  }).unref();
}

/**
 * A program of the cluster. It runs in the cluster's folder and writes its output there; as an ordinary user, except
 * with `asDriver`.
 */
export class Daemon {
  readonly name: string;
  readonly #folder: string;
  readonly #command: readonly string[];
  readonly #asDriver: boolean;
  #process: Bun.Subprocess | undefined;

  constructor(folder: string, name: string, command: readonly string[], { asDriver = false } = {}) {
    this.#asDriver = asDriver;
    this.#folder = folder;
    this.name = name;
    this.#command = command;
  }

  get pid(): number | undefined {
    return this.#process?.exitCode === null && this.#process.signalCode === null
      ? this.#process.pid
      : undefined;
  }

  start(): void {
    const log = openSync(join(this.#folder, `${this.name}.log`), "a", 0o666);
    const user = this.#asDriver ? [] : asOrdinaryUser();
    const env = { PATH: process.env.PATH, LC_ALL: "C", HOME: this.#folder };
    this.#process = Bun.spawn([...user, ...this.#command], {
      cwd: this.#folder,
      env: this.#asDriver ? process.env : env,
      stdio: ["ignore", log, log],
    });
    this.#process.unref();
    writeFileSync(join(this.#folder, `${this.name}.pid`), `${this.#process.pid}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.pid !== undefined) sendTo(this.pid, signal);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    this.signal("SIGCONT");
    await this.#process?.exited;
  }

  /** The end of its output. */
  get log(): string {
    const file = join(this.#folder, `${this.name}.log`);
    return existsSync(file) ? readFileSync(file, "utf8").slice(-3000) : "";
  }
}

export function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** A process and all processes below it. */
export function tree(pid: number): number[] {
  return [pid, ...children(pid).flatMap(tree)];
}

/** The processes whose current folder is this one or below it. */
export function processesIn(folder: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => currentFolder(pid)?.startsWith(folder));
}

function currentFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

const given = new Set<number>();

/**
 * A free port that the system gives to no outgoing connection, so that a server that is restarted finds it free.
 */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
