import { minuteMs } from "../../base/durations.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { Ledger, LedgerJournal } from "../ledger/ledger.ts";
import type { LedgerMessage, LedgerSetup, LedgerTask } from "./ledger-worker.ts";
import { remoteLedger } from "./remote-ledger.ts";

const pauseLeastMs = 100;
const pauseMostMs = 5000;
/** A thread that lived so long did not fail from the start. */
const livedMs = minuteMs;

/** A journal, and in which thread it is open. */
interface Opened {
  readonly journal: LedgerJournal;
  readonly node: string;
  thread: Worker | undefined;
  opening: Promise<void> | undefined;
  /** Read of it by threads before this one, and by all so far. */
  bytesBefore: number;
  bytes: number;
}

const startThread = (): Worker => new Worker(new URL("./ledger-worker.ts", import.meta.url).href);

/**
 * The ledger in a thread of its own with its own connection: a commit takes milliseconds on SQLite, and no
 * request waits for another's. A thread that fails is started again; what was asked of it fails as if the
 * database were away, and is asked again by those who asked. `line` hears its log, as JSON lines.
 */
export function startLedger(
  setup: LedgerSetup,
  line: (line: string) => void,
  newThread = startThread,
): Ledger {
  const opened = new Map<string, Opened>();
  let thread: Worker | undefined;
  let startedAt = 0;
  let pauseMs = pauseLeastMs;
  let ended = false;
  const send = (task: LedgerTask): void => {
    if (!thread) throw new DatabaseUnavailable("the ledger's thread is being started again");
    thread.postMessage(task);
  };
  const remote = remoteLedger((call) => send({ kind: "call", call }));
  const { ledger } = remote;

  function start(): void {
    if (ended) return;
    const made = newThread();
    made.onmessage = ({ data }: MessageEvent<LedgerMessage>) => {
      if (data.kind === "log") line(data.line);
      else remote.hear(data);
    };
    made.onerror = (event) => failed(made, reasonOf(event.message));
    made.addEventListener("close", () => failed(made, "it ended"));
    thread = made;
    startedAt = performance.now();
    send({ kind: "setup", setup });
  }

  function failed(which: Worker, reason: string): void {
    if (thread !== which || ended) return;
    thread = undefined;
    const lived = performance.now() - startedAt;
    pauseMs = lived > livedMs ? pauseLeastMs : Math.min(pauseMs * 2, pauseMostMs);
    const event = "the ledger's thread has failed and is started again";
    line(`${JSON.stringify({ time: new Date().toISOString(), level: "error", event, error: reason })}\n`);
    remote.lose(`the ledger's thread has failed: ${reason}`);
    setTimeout(start, pauseMs);
  }

  /** A new thread knows no journal. */
  function reopened(journalId: string): Promise<void> {
    const known = opened.get(journalId);
    if (!known || known.thread === thread) return Promise.resolve();
    known.opening ??= reopen(known).finally(() => {
      known.opening = undefined;
    });
    return known.opening;
  }

  async function reopen(known: Opened): Promise<void> {
    const by = thread;
    await ledger.open(known.journal, known.node);
    known.thread = by;
    known.bytesBefore = known.bytes;
  }

  start();
  return {
    ...ledger,
    async open(journal, node) {
      const by = thread;
      await ledger.open(journal, node);
      opened.set(journal.id, { journal, node, thread: by, opening: undefined, bytesBefore: 0, bytes: 0 });
    },
    async fold(journalId, to) {
      await reopened(journalId);
      const folded = await ledger.fold(journalId, to);
      const known = opened.get(journalId);
      if (!known) return folded;
      known.bytes = known.bytesBefore + folded.bytes;
      return { ...folded, bytes: known.bytes };
    },
    async close(journalId, mark) {
      const closed = await ledger.close(journalId, mark);
      opened.delete(journalId);
      return closed;
    },
    async leave(journalId) {
      opened.delete(journalId);
      await ledger.leave(journalId);
    },
    async end() {
      // Where it failed, or the database is away, there is nothing to be closed in an orderly way.
      await ledger.end().catch(() => undefined);
      ended = true;
      thread?.terminate();
    },
  };
}

/** Of what a thread's end is told with, the line that names the error: the rest is source text. */
function reasonOf(message: string): string {
  const lines = message.split("\n");
  return lines.find((line) => /^\w*(?:error|Error|Message)\b.*:/.test(line)) ?? lines[0]!;
}
