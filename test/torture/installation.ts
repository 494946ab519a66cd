import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { commandLine } from "../program.ts";
import { type ServiceProcess, startProcess } from "../service-process.ts";
import { testPack, testPackFolder } from "../vin/shared-pack.ts";
import type { SingleCalls } from "./single-call.ts";

export const operatorToken = "torture-operator-token-000001";
const masterKey = "7".repeat(64);
const triesMax = 60;

export interface Plan {
  /** Worker processes of each node; default 1. */
  readonly workers?: number;
  readonly dialect: "sqlite" | "postgres";
  /** The number of processes with their own data folders on one database; one on SQLite. */
  readonly nodes: number;
  /** An external PostgreSQL database; if absent, one of the test process's server. */
  readonly databaseUrl?: string;
  /** Whether it starts a PostgreSQL of its own, which can be stopped and frozen. */
  readonly ownServer?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** What one node has instead, by its index. */
  readonly settingsOfNode?: (node: number) => Readonly<Record<string, string>>;
  /** The `main.ts` of another version of the program, with which the nodes start. */
  readonly program?: string;
  /** Where to create the data folders instead of the temporary folder. */
  readonly place?: string;
}

/** A service of one or more nodes, each a process that can be killed and restarted. */
export interface Installation {
  readonly dialect: Plan["dialect"];
  readonly nodes: readonly Node[];
  /** Open journals after everything is recovered. */
  readonly journals: number;
  /** Its own PostgreSQL, which can be stopped and frozen. */
  readonly postgres: Postgres | undefined;
  /** ClickHouse, if it keeps the single calls. */
  readonly singleCalls?: SingleCalls;
  /** Another connection to its database. */
  open(): Promise<Database>;
  /** Calls a node as the operator; throws unless the status is 200. */
  operate<T>(method: string, path: string, body?: object, node?: number): Promise<T>;
  end(): Promise<void>;
}

export class Node {
  readonly dataDir: string;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ServiceProcess | undefined;
  /** The `main.ts` of its next start, if that is not the present program. */
  program: string | undefined;
  /** From a start until lookups are answered. */
  readonly startsMs: number[] = [];

  constructor(dataDir: string, settings: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  /** The environment of a command. */
  get environment(): Readonly<Record<string, string>> {
    return { ...this.#settings, VINGATE_DATA_DIR: this.dataDir };
  }

  get runs(): boolean {
    return this.#process !== undefined;
  }

  get process(): ServiceProcess {
    if (!this.#process) throw new Error("the node does not run");
    return this.#process;
  }

  /** 0 while it does not run: a port without a listener. */
  get port(): number {
    return this.#process?.port ?? 1;
  }

  /** Runs one of the program's commands. */
  async command(...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
    const child = Bun.spawn(commandLine(...args), {
      env: { PATH: process.env.PATH, ...this.environment },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 60_000,
    });
    const output = await new Response(child.stdout).text();
    return { code: await child.exited, output };
  }

  async start(): Promise<void> {
    const from = performance.now();
    const command =
      this.program === undefined ? {} : { command: [process.execPath, this.program, "serve"], pack: false };
    this.#process = await startProcess(this.dataDir, this.#settings, "ready", command);
    this.startsMs.push(performance.now() - from);
  }

  /** Starts it until it stays: without its database a node exits, and its supervisor starts it again. */
  async startAgain(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.start();
      } catch (error) {
        if (tries === triesMax) throw error;
        await Bun.sleep(200);
      }
    }
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    const process = this.#process;
    this.#process = undefined;
    process?.signal(signal);
    return (await process?.exited) ?? null;
  }
}

/** Creates the data folders and the database, and starts the nodes one after another. */
export async function install(plan: Plan): Promise<Installation> {
  await testPack();
  const folder = plan.place ?? mkdtempSync(join(tmpdir(), "vingate-torture-"));
  const isOnPostgres = plan.dialect === "postgres";
  const postgres = isOnPostgres && plan.ownServer ? await startPostgres({ own: true }) : undefined;
  const newDatabase = async () => (postgres ?? (await startPostgres())).newDatabase();
  const url = plan.databaseUrl ?? (isOnPostgres ? await newDatabase() : undefined);
  const settings = {
    VINGATE_OPERATOR_TOKEN: operatorToken,
    ...(url !== undefined && { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: masterKey }),
    ...plan.settings,
  };
  const nodes = Array.from({ length: plan.nodes }, (_, index) => {
    const dataDir = join(folder, `node${index}`);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    bringPack(dataDir);
    const node = new Node(dataDir, { ...settings, ...plan.settingsOfNode?.(index) });
    node.program = plan.program;
    return node;
  });
  // The nodes end with the driver, however it ends.
  const killAll = () => {
    for (const node of nodes) void node.end("SIGKILL");
  };
  process.on("exit", killAll);
  const end = async () => {
    process.off("exit", killAll);
    await Promise.all(nodes.map((node) => node.end("SIGKILL")));
    await postgres?.end();
    if (plan.place === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    // The first node creates the schema and the operator; the others wait for it.
    await nodes[0]!.start();
    await Promise.all(nodes.slice(1).map((node) => node.start()));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    dialect: plan.dialect,
    nodes,
    journals: plan.nodes * (plan.workers ?? 1),
    postgres,
    end,
    open: () => openDatabase({ url, file: join(nodes[0]!.dataDir, "vingate.db"), deadlineMs: 120_000 }),
    operate: (method, path, body, node = 0) => operate(nodes[node]!.port, method, path, body),
  };
}

function bringPack(dataDir: string): void {
  const shared = join(testPackFolder, "vin.pack");
  try {
    linkSync(shared, join(dataDir, "vin.pack"));
  } catch {
    // Another file system.
    copyFileSync(shared, join(dataDir, "vin.pack"));
  }
}

const repeatsMax = 10;

/** A busy database can answer 503: the call is repeated, as the answer requests, and takes effect once. */
export async function operate<T>(port: number, method: string, path: string, body?: object): Promise<T> {
  const headers = {
    authorization: `Bearer ${operatorToken}`,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  for (let repeats = 0; ; repeats++) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    if (answer.status === 200) return JSON.parse(text) as T;
    if (answer.status !== 503 || repeats === repeatsMax)
      throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    await Bun.sleep(Number(answer.headers.get("retry-after") ?? 1) * 1000);
  }
}
