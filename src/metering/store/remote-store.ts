import { DatabaseUnavailable } from "../../database/errors.ts";
import { type Ledger, ledgerCalls } from "./store.ts";

/** One call of the ledger's interface, on its way to another thread or process. */
export interface LedgerCall {
  readonly id: number;
  readonly name: keyof Ledger;
  readonly args: unknown[];
}

export type LedgerAnswer =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | {
      readonly kind: "failure";
      readonly id: number;
      readonly unreachable: boolean;
      readonly message: string;
    };

/** A ledger that another thread or process keeps. */
export interface RemoteLedger {
  readonly ledger: Ledger;
  hear(answer: LedgerAnswer): void;
  /** No call under way will be answered: callers repeat them with the same numbers. */
  lose(reason: string): void;
}

/** Turns calls into messages for `send`, which may throw where nothing receives them. */
export function remoteLedger(send: (call: LedgerCall) => void): RemoteLedger {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const ask = (name: keyof Ledger, args: unknown[]): Promise<unknown> => {
    last += 1;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(last, asked);
    try {
      send({ id: last, name, args });
    } catch (error) {
      waiting.delete(last);
      asked.reject(new DatabaseUnavailable((error as Error).message));
    }
    return asked.promise;
  };
  const methods = ledgerCalls.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  return {
    ledger: Object.fromEntries(methods) as Ledger,
    hear(answer) {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === "value") asked?.resolve(answer.value);
      else
        asked?.reject(
          answer.unreachable ? new DatabaseUnavailable(answer.message) : new Error(answer.message),
        );
    },
    lose(reason) {
      for (const asked of waiting.values()) asked.reject(new DatabaseUnavailable(reason));
      waiting.clear();
    },
  };
}

/** Carries out a call that came as a message; never rejects. */
export async function answerCall(ledger: Ledger, { id, name, args }: LedgerCall): Promise<LedgerAnswer> {
  try {
    const value = await (ledger[name] as (...args: unknown[]) => Promise<unknown>)(...args);
    return { kind: "value", id, value };
  } catch (error) {
    const { message } = error as Error;
    return { kind: "failure", id, unreachable: error instanceof DatabaseUnavailable, message };
  }
}
