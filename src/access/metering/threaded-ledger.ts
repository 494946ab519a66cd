import { DatabaseUnavailable } from "../../database/errors.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerAnswer, LedgerSetup, LedgerTask } from "./ledger-worker.ts";

const names = [
  "open",
  "beat",
  "asked",
  "take",
  "giveBack",
  "fold",
  "close",
  "recover",
  "tidy",
  "end",
] as const;

/**
 * The ledger in a thread of its own with its own connection: a commit takes milliseconds on SQLite, and no
 * request waits for another's. `line` hears its log, as JSON lines.
 */
export function startLedger(setup: LedgerSetup, line: (line: string) => void): Ledger {
  const worker = new Worker(new URL("./ledger-worker.ts", import.meta.url).href);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  let broken: string | undefined;
  worker.onmessage = ({ data }: MessageEvent<LedgerAnswer>) => {
    if (data.kind === "log") return line(data.line);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === "value") asked?.resolve(data.value);
    else asked?.reject(data.away ? new DatabaseUnavailable(data.message) : new Error(data.message));
  };
  worker.onerror = (event) => {
    broken = `the ledger's thread has failed: ${event.message}`;
    line(`${JSON.stringify({ time: new Date().toISOString(), level: "error", event: broken })}\n`);
    for (const asked of waiting.values()) asked.reject(new DatabaseUnavailable(broken));
    waiting.clear();
  };
  const send = (task: LedgerTask): void => worker.postMessage(task);
  send({ kind: "setup", setup });
  const call = async (name: keyof Ledger, args: unknown[]): Promise<unknown> => {
    if (broken) throw new DatabaseUnavailable(broken);
    last += 1;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(last, asked);
    send({ kind: "call", id: last, name, args });
    const value = await asked.promise;
    if (name === "end") worker.terminate();
    return value;
  };
  const methods = names.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  return Object.fromEntries(methods) as Ledger;
}
