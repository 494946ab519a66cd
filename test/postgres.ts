import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SQL } from "bun";
import {
  children,
  copyFiles,
  findPostgres,
  freePort,
  initialise,
  logOf,
  type Place,
  replicaMissing,
  spawnServer,
} from "./database/server.ts";

/** A PostgreSQL server that belongs to this test process and ends with it, however it ends. */
export interface Postgres {
  /** The server's first database, as a superuser with a password. */
  readonly url: string;
  /** Creates a database, empty or as `fill` made it the first time it was used; resolves to its URL. */
  newDatabase(fill?: (options: { url: string }) => Promise<void>): Promise<string>;
  /** Removes a database with its connections, so that the files of a whole run fit into memory. */
  dropDatabase(url: string): Promise<void>;
  /** Stops the server as a quick administrator would: connections are cut, what is committed stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Suspends every process of the server: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Kills every process of the server at once. */
  kill(): Promise<void>;
  /** Starts a replica that streams from this server, which it reaches through a port. */
  replica(port: number): Promise<Postgres>;
  /** Makes a replica the primary, with what it has received by now. */
  promote(): Promise<void>;
  /** Stops the server and removes its files. */
  end(): Promise<void>;
}

/** Why no test can have a replica on this machine; undefined when it can. */
export function postgresReplicaMissing(): string | undefined {
  const found = findPostgres();
  return "bin" in found ? replicaMissing(found) : found.reason;
}

/** Why no test can have a PostgreSQL on this machine, printed once; undefined when it can. */
export function postgresMissing(): string | undefined {
  const found = findPostgres();
  if ("bin" in found) return undefined;
  if (!shared.warned) console.warn(`skipped: tests on PostgreSQL, ${found.reason}`);
  shared.warned = true;
  return found.reason;
}

interface Shared {
  warned: boolean;
  server?: Promise<Postgres>;
}
// Test files do not share modules, but they share the process, and one server is enough for it.
const holder = globalThis as typeof globalThis & { vingateTestPostgres?: Shared };
holder.vingateTestPostgres ??= { warned: false };
const shared = holder.vingateTestPostgres;

/** The server of this process, started at the first call; `{ own: true }` starts one to stop and freeze at will. */
export function startPostgres(options?: { own: boolean }): Promise<Postgres> {
  if (options?.own) return launch();
  shared.server ??= launch();
  return shared.server;
}

async function launch(): Promise<Postgres> {
  const found = findPostgres();
  if (!("bin" in found)) throw new Error(`no PostgreSQL: ${found.reason}`);
  const place = await initialise(found.bin);
  const server = new Server(place, await freePort());
  await server.start();
  return server;
}

class Server implements Postgres {
  readonly url: string;
  readonly #place: Place;
  readonly #port: number;
  #process: ReturnType<typeof spawnServer> | undefined;
  #databases = 0;
  #filled: Promise<string> | undefined;

  constructor(place: Place, port: number) {
    this.#place = place;
    this.#port = port;
    this.url = `postgres://postgres:${place.password}@127.0.0.1:${port}/postgres`;
  }

  async newDatabase(fill?: (options: { url: string }) => Promise<void>): Promise<string> {
    if (!fill) return this.#create("template1");
    this.#filled ??= this.#create("template1").then(async (url) => {
      await fill({ url });
      return nameOf(url);
    });
    return this.#create(await this.#filled);
  }

  async #create(template: string): Promise<string> {
    this.#databases += 1;
    const database = `test_${this.#databases}`;
    await using admin = new SQL(this.url, { max: 1 });
    // From PostgreSQL 15 on the default writes each page to the log, which costs twice as much as copying the files.
    const [row] = await admin.unsafe("select current_setting('server_version_num')::int >= 150000 as copies");
    const strategy = row.copies ? " strategy file_copy" : "";
    await admin.unsafe(`create database ${database} template ${template}${strategy}`);
    return this.url.replace(/postgres$/, database);
  }

  async dropDatabase(url: string): Promise<void> {
    await using admin = new SQL(this.url, { max: 1 });
    await admin.unsafe(`drop database if exists ${nameOf(url)} with (force)`);
  }

  async start(): Promise<void> {
    this.#process = spawnServer(this.#place, this.#port);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await using probe = new SQL(this.url, { max: 1, connectionTimeout: 5 });
        await probe.unsafe("select 1");
        return;
      } catch (error) {
        const ended = this.#process.exitCode !== null;
        if (ended || attempt > 600)
          throw new Error(`PostgreSQL did not start: ${logOf(this.#place)}`, { cause: error });
        await Bun.sleep(25);
      }
    }
  }

  async stop(): Promise<void> {
    this.#process?.kill("SIGINT");
    await this.#process?.exited;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  freeze(): void {
    this.#signal("SIGSTOP");
  }

  thaw(): void {
    this.#signal("SIGCONT");
  }

  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#process?.exited;
    this.#removeMemory();
  }

  async replica(port: number): Promise<Postgres> {
    const server = new Server(await copyFiles(this.#place, port), await freePort());
    await server.start();
    return server;
  }

  async promote(): Promise<void> {
    await using admin = new SQL(this.url, { max: 1 });
    const [row] = await admin.unsafe("select pg_promote() as done");
    if (!row?.done) throw new Error(`the replica was not promoted: ${logOf(this.#place)}`);
  }

  async end(): Promise<void> {
    this.thaw();
    await this.stop();
    await rm(this.#place.folder, { recursive: true, force: true });
  }

  /** A server that was killed leaves a shared memory segment, which only its next start would remove. */
  #removeMemory(): void {
    const lines = readFileSync(join(this.#place.folder, "data/postmaster.pid"), "utf8").split("\n");
    const segment = lines[6]?.trim().split(/\s+/)[1];
    if (segment !== undefined && Bun.which("ipcrm")) Bun.spawnSync(["ipcrm", "-m", segment]);
  }

  #signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    const { pid, exitCode, signalCode } = this.#process!;
    if (exitCode !== null || signalCode !== null) return;
    // Whoever is stopped first starts no more of the others.
    if (signal !== "SIGCONT") {
      send(pid, "SIGSTOP");
      while (runs(pid)) Bun.sleepSync(1);
    }
    for (const each of [...children(pid), pid]) send(each, signal);
  }
}

const nameOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // A connection's process may have ended since.
  }
}

/** Whether a stopped process is still running; false if the system does not report it. */
function runs(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && /^State:\s+[RSD]/m.test(readFileSync(status, "utf8"));
}
