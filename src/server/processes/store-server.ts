import type { StoreJournal } from "../../metering/credits/lease-store.ts";
import { answerCall, type StoreCall, type StoreReply } from "../../metering/store/remote-store.ts";
import type { MeteringStore } from "../../metering/store/store.ts";

/** Serves one worker's calls to the store that its supervisor keeps. */
export interface StoreServer {
  answer(call: StoreCall): Promise<StoreReply>;
  /** The worker is gone: its open journals are left to recovery. */
  leave(): void;
}

export function openStoreServer(store: MeteringStore): StoreServer {
  const open = new Set<string>();
  return {
    async answer(call) {
      if (call.name === "open") open.add((call.args[0] as StoreJournal).id);
      const answered = await answerCall(store, call);
      if (call.name === "close" && answered.kind === "value") open.delete(call.args[0] as string);
      return answered;
    },
    leave() {
      // If the metering thread has just failed, it has forgotten them already.
      for (const id of open) store.leave(id).catch(() => undefined);
    },
  };
}
