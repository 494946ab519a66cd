import { DatabaseUnavailable } from "../../database/errors.ts";
import { type MeteringStore, storeCalls } from "./store.ts";

/** One call of the store's interface, sent to another thread or process. */
export interface StoreCall {
  readonly id: number;
  readonly name: keyof MeteringStore;
  readonly args: unknown[];
}

export type StoreReply =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | {
      readonly kind: "failure";
      readonly id: number;
      readonly unreachable: boolean;
      readonly message: string;
    };

/** A store in another thread or process. */
export interface RemoteStore {
  readonly store: MeteringStore;
  receive(reply: StoreReply): void;
  /** No reply will come: callers repeat their calls with the same numbers. */
  lose(reason: string): void;
}

/** Turns calls into messages for `send`, which may throw if nothing receives them. */
export function remoteStore(send: (call: StoreCall) => void): RemoteStore {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const ask = (name: keyof MeteringStore, args: unknown[]): Promise<unknown> => {
    last += 1;
    const pending = Promise.withResolvers<unknown>();
    waiting.set(last, pending);
    try {
      send({ id: last, name, args });
    } catch (error) {
      waiting.delete(last);
      pending.reject(new DatabaseUnavailable((error as Error).message));
    }
    return pending.promise;
  };
  const methods = storeCalls.map((name) => [name, (...args: unknown[]) => ask(name, args)]);
  return {
    store: Object.fromEntries(methods) as MeteringStore,
    receive(answer) {
      const pending = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === "value") pending?.resolve(answer.value);
      else
        pending?.reject(
          answer.unreachable ? new DatabaseUnavailable(answer.message) : new Error(answer.message),
        );
    },
    lose(reason) {
      for (const pending of waiting.values()) pending.reject(new DatabaseUnavailable(reason));
      waiting.clear();
    },
  };
}

/** Runs a call that came as a message; never rejects. */
export async function answerCall(store: MeteringStore, { id, name, args }: StoreCall): Promise<StoreReply> {
  try {
    const value = await (store[name] as (...args: unknown[]) => Promise<unknown>)(...args);
    return { kind: "value", id, value };
  } catch (error) {
    const { message } = error as Error;
    return { kind: "failure", id, unreachable: error instanceof DatabaseUnavailable, message };
  }
}
