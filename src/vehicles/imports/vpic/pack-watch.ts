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

/** A load that failed is tried again after a pause of five looks, or four times as long as it took. */
const pauseLooks = 5;
const pauseTimes = 4;

/**
 * The pack that `load` returns, replaced by each later one that an import writes. The new pack is read while
 * the old one is in use; a response uses only one of them. `load` is called again while it fails: a disk may
 * have room again.
 */
export function watchPack(load: () => Loading<Pack>, watch: PackWatch): Loading<Pack> {
  const everyMs = watch.everyMs ?? 1000;
  let nextLoad = Number.POSITIVE_INFINITY;
  const begin = (): Loading<Pack> => {
    const begun = performance.now();
    const loading = load();
    void loading.ended.then(() => {
      const now = performance.now();
      nextLoad = now + Math.max(pauseLooks * everyMs, pauseTimes * (now - begun));
    });
    return loading;
  };
  let first = begin();
  const { ended } = first;
  let newer: Pack | undefined;
  let seen: string | undefined;
  let busy = false;
  const look = async () => {
    if (busy) return;
    if (!first.value) return loadAgain();
    const state = stateOf(watch.dataDir);
    if (state === seen) return;
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
  const loadAgain = async () => {
    if (performance.now() < nextLoad) return;
    busy = true;
    const before = first.error;
    first = begin();
    await first.ended;
    busy = false;
    const { value, error } = first;
    if (value) watch.changed(value);
    else if (error && error.message !== before?.message) watch.failed(error);
  };
  // From here on a changed file is a new pack.
  void ended.then(() => {
    const timer = setInterval(() => void look(), everyMs);
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
    ended,
  };
}

/** Identifies a file, also if another one takes its name. */
function stateOf(dataDir: string): string {
  const stat = statSync(vinPackFile(dataDir), { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "";
}
