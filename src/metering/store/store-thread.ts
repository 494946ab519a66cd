import { minuteMs } from "../../base/durations.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { DatabaseOptions } from "../../database/open.ts";
import { journalsFolder } from "../journal/journal-directory.ts";
import { remoteStore } from "./remote-store.ts";
import { reopening } from "./reopening-store.ts";
import type { Ledger } from "./store.ts";
import type { StoreMessage, StoreSetup, StoreTask } from "./store-worker.ts";

const pauseLeastMs = 100;
const pauseMostMs = 5000;
/** A thread that lived so long did not fail from the start. */
const livedMs = minuteMs;

const startThread = (): Worker => new Worker(new URL("./store-worker.ts", import.meta.url).href);

/** What the ledger is started with: the database that the service has open is opened once more for it. */
export function storeSetup(settings: {
  readonly dataDir: string;
  readonly database: DatabaseOptions;
  readonly leaseTtlMs: number;
}): StoreSetup {
  // What the journal holds need not be safe in SQLite too: its segments outlive their applying.
  const database: DatabaseOptions = { ...settings.database, synchronous: "normal", connectionsMax: 3 };
  return { database, folder: journalsFolder(settings.dataDir), leaseTtlMs: settings.leaseTtlMs };
}

/**
 * The ledger in a thread of its own with its own connection: a commit takes milliseconds on SQLite, and no
 * request waits for another's. A thread that fails is started again; its calls fail as if the database were
 * unreachable, and are repeated by their callers. `line` receives its log, as JSON lines.
 */
export function startStore(setup: StoreSetup, line: (line: string) => void, newThread = startThread): Ledger {
  const remote = remoteStore((call) => thread.send({ kind: "call", call }));
  const thread = new StoreThread({
    newThread,
    setup,
    line,
    received: (message) => (message.kind === "log" ? line(message.line) : remote.hear(message)),
    lost: (reason) => remote.lose(`the ledger's thread has failed: ${reason}`),
  });
  thread.start();
  const store = reopening(remote.store, () => thread.generation);
  return {
    ...store,
    async end() {
      // Where it failed, or the database is unreachable, there is nothing to be closed in an orderly way.
      await store.end().catch(() => undefined);
      thread.end();
    },
  };
}

interface StoreThreadOptions {
  readonly setup: StoreSetup;
  readonly line: (line: string) => void;
  readonly newThread: () => Worker;
  readonly received: (message: StoreMessage) => void;
  /** Called when the thread has failed: no call under way will be answered. */
  readonly lost: (reason: string) => void;
}

/** The thread, and the one that replaces it when it fails. */
class StoreThread {
  readonly #options: StoreThreadOptions;
  #thread: Worker | undefined;
  #generation = 0;
  #startedAt = 0;
  #pauseMs = pauseLeastMs;
  #ended = false;

  constructor(options: StoreThreadOptions) {
    this.#options = options;
  }

  /** How many threads there were: a new one knows nothing of what another had open. */
  get generation(): number {
    return this.#generation;
  }

  start(): void {
    if (this.#ended) return;
    const made = this.#options.newThread();
    made.onmessage = ({ data }: MessageEvent<StoreMessage>) => this.#options.received(data);
    made.onerror = (event) => this.#failed(made, reasonOf(event.message));
    made.addEventListener("close", () => this.#failed(made, "it ended"));
    this.#thread = made;
    this.#generation += 1;
    this.#startedAt = performance.now();
    this.send({ kind: "setup", setup: this.#options.setup });
  }

  send(task: StoreTask): void {
    if (!this.#thread) throw new DatabaseUnavailable("the ledger's thread is being started again");
    this.#thread.postMessage(task);
  }

  end(): void {
    this.#ended = true;
    this.#thread?.terminate();
  }

  #failed(which: Worker, reason: string): void {
    if (this.#thread !== which || this.#ended) return;
    this.#thread = undefined;
    const lived = performance.now() - this.#startedAt;
    this.#pauseMs = lived > livedMs ? pauseLeastMs : Math.min(this.#pauseMs * 2, pauseMostMs);
    const event = "the ledger's thread has failed and is started again";
    const entry = { time: new Date().toISOString(), level: "error", event, error: reason };
    this.#options.line(`${JSON.stringify(entry)}\n`);
    this.#options.lost(reason);
    setTimeout(() => this.start(), this.#pauseMs);
  }
}

/** The line of a thread's failure that names the error: the rest is source text. */
function reasonOf(message: string): string {
  const lines = message.split("\n");
  return lines.find((line) => /^\w*(?:error|Error|Message)\b.*:/.test(line)) ?? lines[0]!;
}
