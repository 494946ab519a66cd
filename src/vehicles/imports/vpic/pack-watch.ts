import { statSync } from "node:fs";
import type { Loading } from "../../../base/loading.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { openVinPack, vinPackFile } from "./vin-pack.ts";

export interface PackWatch {
  readonly dataDir: string;
  readonly signal: AbortSignal;
  /** Called with a new pack that is now in use, or with why it could not be loaded. */
  readonly changed: (pack: Pack) => void;
  readonly failed: (error: Error) => void;
  readonly everyMs?: number;
}

/**
 * The pack that was loaded first, replaced by each later one that an import writes. The new pack is read
 * while the old one is in use; a response uses only one of them.
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
  // From here on a changed file is a new pack.
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

/** Identifies a file, also if another one takes its name. */
function stateOf(dataDir: string): string {
  const stat = statSync(vinPackFile(dataDir), { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "";
}
