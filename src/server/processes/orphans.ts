import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessAlive } from "../../base/processes.ts";
import type { Config } from "../../config.ts";

// Workers whose supervisor was killed keep serving until the next one serves, or until none comes. They show
// it by touching a file next to the database. The next supervisor writes its process ID there while it starts,
// and then removes the file.

const lookMs = 100;
const freshMs = 1000;
const waitMs = 10_000;

type Place = Pick<Config, "dataDir" | "port">;

const markerOf = ({ dataDir, port }: Place): string => join(dataDir, `orphans-${port}`);

/**
 * Resolves to true when another supervisor's workers serve at this port, to false if none has started in ten
 * seconds or the one that started has ended.
 */
export async function awaitSuccessor(place: Place, patienceMs = waitMs): Promise<boolean> {
  // The next start takes another free port, so none can take over.
  if (place.port === 0) return false;
  const marker = markerOf(place);
  const end = performance.now() + patienceMs;
  try {
    writeFileSync(marker, "", { flag: "a" });
    while (performance.now() < end || isStarting(marker)) {
      await Bun.sleep(lookMs);
      utimesSync(marker, new Date(), new Date());
    }
  } catch {
    return !existsSync(marker);
  }
  rmSync(marker, { force: true });
  return false;
}

/** Whether the supervisor that has announced itself still runs. */
function isStarting(marker: string): boolean {
  const pid = Number(readFileSync(marker, "utf8"));
  return pid > 0 && isProcessAlive(pid);
}

/** Makes the orphaned workers serve as long as this process starts. */
export function announceSuccessor(place: Place): void {
  writeFileSync(markerOf(place), String(process.pid));
}

/** Whether workers without a supervisor serve at this port. */
export function hasOrphans(place: Place): boolean {
  const touched = statSync(markerOf(place), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - touched < freshMs;
}

/** Signals the orphaned workers to end. */
export function dismissOrphans(place: Place): void {
  const marker = markerOf(place);
  if (existsSync(marker)) rmSync(marker, { force: true });
}
