import { createLog } from "../../base/log.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { type DatabaseOptions, openDatabase } from "../../database/open.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { systemTiming } from "./timing.ts";

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
  | { readonly kind: "call"; readonly id: number; readonly name: keyof Ledger; readonly args: unknown[] };

export type LedgerAnswer =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly away: boolean; readonly message: string }
  | { readonly kind: "log"; readonly line: string };

const tell = (answer: LedgerAnswer): void => self.postMessage(answer);

let opened: Promise<{ database: Database; ledger: Ledger }> | undefined;

async function setUp({ database: options, folder, leaseTtlMs }: LedgerSetup) {
  const database = await openDatabase(options);
  const log = createLog("json", systemTiming.wall, (line) => tell({ kind: "log", line }));
  return { database, ledger: createLedger(database, { folder, leaseTtlMs, timing: systemTiming, log }) };
}

async function call(name: keyof Ledger, args: unknown[]): Promise<unknown> {
  if (!opened) throw new Error("the ledger's thread was not set up");
  const { database, ledger } = await opened;
  const value = await (ledger[name] as (...args: unknown[]) => Promise<unknown>)(...args);
  if (name === "end") await database.close();
  return value;
}

self.onmessage = ({ data }: MessageEvent<LedgerTask>): void => {
  if (data.kind === "setup") {
    opened = setUp(data.setup);
    // Every call hears of it.
    opened.catch(() => undefined);
    return;
  }
  const { id, name, args } = data;
  call(name, args).then(
    (value) => tell({ kind: "value", id, value }),
    (error: Error) =>
      tell({ kind: "failure", id, away: error instanceof DatabaseUnavailable, message: error.message }),
  );
};
