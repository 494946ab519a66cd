import { createLog } from "../../base/log.ts";
import type { SinkPlace } from "../../base/settings/sink-place.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { type DatabaseOptions, openDatabase } from "../../database/open.ts";
import { applyInThread } from "../apply/apply-thread.ts";
import { loadSink } from "../sink/sink.ts";
import { answerCall, type StoreCall, type StoreReply } from "./remote-store.ts";
import { createMeteringStore, type MeteringStore } from "./store.ts";

declare const self: Worker;

/** The thread's settings. */
export interface StoreSetup {
  readonly database: DatabaseOptions;
  readonly folder: string;
  readonly leaseTtlMs: number;
  /** Present if the database does not keep single calls. */
  readonly sink?: SinkPlace | undefined;
}

/** A call of the store's interface, or first the setup. */
export type StoreTask =
  | { readonly kind: "setup"; readonly setup: StoreSetup }
  | { readonly kind: "call"; readonly call: StoreCall };

export type StoreMessage = StoreReply | { readonly kind: "log"; readonly line: string };

interface Opened {
  readonly database: Database;
  readonly store: MeteringStore;
}

const tell = (message: StoreMessage): void => self.postMessage(message);
const given = Promise.withResolvers<StoreSetup>();
let opening: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const { database: options, folder, leaseTtlMs, sink } = await given.promise;
  const database = await openDatabase(options);
  const log = createLog(systemTiming.wall, (line) => tell({ kind: "log", line }));
  return {
    database,
    store: createMeteringStore(database, {
      folder,
      leaseTtlMs,
      timing: systemTiming,
      log,
      // PostgreSQL has no checkpoints that a call would wait for.
      ...(database.dialect === "sqlite" && {
        applyLarge: (journal) => applyInThread({ database: options, journal, elsewhere: sink !== undefined }),
      }),
      sink: sink && (await loadSink(sink)),
    }),
  };
}

/** Opened by the first call, or by the next one after a failure. */
function opened(): Promise<Opened> {
  opening ??= open().catch((error: Error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function answer(call: StoreCall): Promise<StoreReply> {
  const { database, store } = await opened();
  const answered = await answerCall(store, call);
  if (call.name === "end") await database.close();
  return answered;
}

self.onmessage = ({ data }: MessageEvent<StoreTask>): void => {
  if (data.kind === "setup") {
    given.resolve(data.setup);
    return;
  }
  const { call } = data;
  const failure = ({ message }: Error): StoreReply => ({
    kind: "failure",
    id: call.id,
    unreachable: true,
    message,
  });
  answer(call).catch(failure).then(tell);
};
