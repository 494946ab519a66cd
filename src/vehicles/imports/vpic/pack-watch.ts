import { statSync } from "node:fs";
import type { Loading } from "../../../base/loading.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { openVinPack, vinPackFile } from "./vin-pack.ts";

export interface PackWatch {
  readonly dataDir: string;
  readonly signal: AbortSignal;
  /** Hears of a pack that is used from now, and why one could not be. */
  readonly changed: (pack: Pack) => void;
  readonly failed: (error: Error) => void;
  readonly everyMs?: number;
}

/**
 * The pack that was loaded first, and in its place every later one that an import writes: it is read beside the one
 * in use, and an answer has all of its data from one of them.
 */
export function watchPack(first: Loading<Pack>, watch: PackWatch): Loading<Pack> {
  let newer: Pack | undefined;
  let seen: string | undefined;
  let busy = false;
  const look = async () => {
    const state = stateOf(watch.dataDir);
    if (busy || !first.value || state === seen) return;
    if (seen === undefined || state === "") {
      seen ??= state;
      return;
    }
    busy = true;
    seen = state;
    try {
      newer = await openVinPack(watch.dataDir);
      watch.changed(newer);
    } catch (error) {
      watch.failed(error as Error);
    } finally {
      busy = false;
    }
  };
  // The file as it is when the first pack has been read: an import meanwhile shows as a change or is that pack.
  void first.ended.then(() => {
    const timer = setInterval(() => void look(), watch.everyMs ?? 1000);
    timer.unref();
    watch.signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    void look();
  });
  return {
    get value() {
      return newer ?? first.value;
    },
    get progress() {
      return first.progress;
    },
    get error() {
      return first.error;
    },
    ended: first.ended,
  };
}

/** Tells one file from another that took its name. */
function stateOf(dataDir: string): string {
  const stat = statSync(vinPackFile(dataDir), { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "";
}
