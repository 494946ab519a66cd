import { minuteMs } from "../../base/durations.ts";
import { startThread } from "../../base/program/place.ts";
import type { SinkPlace } from "../../base/settings/sink-place.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { type DatabaseOptions, ledgerConnections } from "../../database/open.ts";
import { journalsFolder } from "../journal/journal-directory.ts";
import { remoteStore } from "./remote-store.ts";
import { reopening } from "./reopening-store.ts";
import type { MeteringStore } from "./store.ts";
import type { StoreMessage, StoreSetup, StoreTask } from "./store-worker.ts";

const pauseLeastMs = 100;
const pauseMostMs = 5000;
/** A thread that ran this long did not fail at its start. */
const livedMs = minuteMs;

const startStoreThread = (): Worker => startThread("src/metering/store/store-worker.ts");

/** The store's settings: it opens the service's database once more. */
export function storeSetup(settings: {
  readonly dataDir: string;
  readonly database: DatabaseOptions;
  readonly leaseTtlMs: number;
  readonly sink?: SinkPlace | undefined;
}): StoreSetup {
  // The journal keeps the calls, so SQLite need not sync: segments outlive their applying.
  const database: DatabaseOptions = {
    ...settings.database,
    synchronous: "normal",
    connectionsMax: ledgerConnections,
    transactionsMax: ledgerConnections,
  };
  const { leaseTtlMs, sink } = settings;
  return { database, folder: journalsFolder(settings.dataDir), leaseTtlMs, sink };
}

/**
 * The store in a thread of its own with its own connection: a commit takes milliseconds on SQLite, and no
 * request waits for another's. A failed thread is restarted; its calls fail as if the database were
 * unreachable, and callers repeat them. `line` receives its log, as JSON lines.
 */
export function startStore(
  setup: StoreSetup,
  line: (line: string) => void,
  newThread = startStoreThread,
): MeteringStore {
  const remote = remoteStore((call) => thread.send({ kind: "call", call }));
  const thread = new StoreThread({
    newThread,
    setup,
    line,
    received: (message) => (message.kind === "log" ? line(message.line) : remote.receive(message)),
    lost: (reason) => remote.lose(`the metering thread has failed: ${reason}`),
  });
  thread.start();
  const store = reopening(remote.store, () => thread.generation);
  return {
    ...store,
    async end() {
      // If it failed, or the database is unreachable, there is nothing to close in order.
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
  /** Called when the thread has failed: no call in flight will get a reply. */
  readonly lost: (reason: string) => void;
}

/** The thread, and its replacement when it fails. */
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

  /** The number of threads so far: a new one has nothing open that an earlier one had. */
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
    if (!this.#thread) throw new DatabaseUnavailable("the metering thread is being started again");
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
    const event = "the metering thread has failed and is started again";
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
