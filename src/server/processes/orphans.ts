import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config.ts";

// Workers whose supervisor was killed keep serving until the next one serves, or until none comes. They show
// it by touching a file next to the database; the next supervisor removes it.

const lookMs = 100;
const freshMs = 1000;
const patienceMs = 10_000;

type Place = Pick<Config, "dataDir" | "port">;

const markerOf = ({ dataDir, port }: Place): string => join(dataDir, `orphans-${port}`);

/**
 * Resolves to true when another supervisor's workers serve at this port, to false if none has come in ten
 * seconds.
 */
export async function awaitSuccessor(place: Place): Promise<boolean> {
  // The next start takes another free port, so none can take over.
  if (place.port === 0) return false;
  const marker = markerOf(place);
  const end = performance.now() + patienceMs;
  try {
    writeFileSync(marker, "");
    while (performance.now() < end) {
      await Bun.sleep(lookMs);
      utimesSync(marker, new Date(), new Date());
    }
  } catch {
    return !existsSync(marker);
  }
  rmSync(marker, { force: true });
  return false;
}

/** Whether workers without a supervisor serve at this port. */
export function hasOrphans(place: Place): boolean {
  const touched = statSync(markerOf(place), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - touched < freshMs;
}

/** Tells the orphaned workers to end. */
export function dismissOrphans(place: Place): void {
  const marker = markerOf(place);
  if (existsSync(marker)) rmSync(marker, { force: true });
}
