import { createLog } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Database } from "../../database/database.ts";
import { type DatabaseOptions, openDatabase } from "../../database/open.ts";
import { answerCall, type LedgerAnswer, type LedgerCall } from "./remote-store.ts";
import { createLedger, type Ledger } from "./store.ts";

declare const self: Worker;

/** What the thread is started with. */
export interface LedgerSetup {
  readonly database: DatabaseOptions;
  readonly folder: string;
  readonly leaseTtlMs: number;
}

/** A call of the ledger's interface, or before all others the setup. */
export type LedgerTask =
  | { readonly kind: "setup"; readonly setup: LedgerSetup }
  | { readonly kind: "call"; readonly call: LedgerCall };

export type LedgerMessage = LedgerAnswer | { readonly kind: "log"; readonly line: string };

interface Opened {
  readonly database: Database;
  readonly ledger: Ledger;
}

const tell = (message: LedgerMessage): void => self.postMessage(message);
const given = Promise.withResolvers<LedgerSetup>();
let opening: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const { database: options, folder, leaseTtlMs } = await given.promise;
  const database = await openDatabase(options);
  const log = createLog(systemTiming.wall, (line) => tell({ kind: "log", line }));
  return { database, ledger: createLedger(database, { folder, leaseTtlMs, timing: systemTiming, log }) };
}

/** Opened by the first call; by the next one, where that failed. */
function opened(): Promise<Opened> {
  opening ??= open().catch((error: Error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function answer(call: LedgerCall): Promise<LedgerAnswer> {
  const { database, ledger } = await opened();
  const answered = await answerCall(ledger, call);
  if (call.name === "end") await database.close();
  return answered;
}

self.onmessage = ({ data }: MessageEvent<LedgerTask>): void => {
  if (data.kind === "setup") {
    given.resolve(data.setup);
    return;
  }
  const { call } = data;
  const failure = ({ message }: Error): LedgerAnswer => ({
    kind: "failure",
    id: call.id,
    unreachable: true,
    message,
  });
  answer(call).catch(failure).then(tell);
};
