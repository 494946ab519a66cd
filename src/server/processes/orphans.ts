import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config.ts";

// Workers whose supervisor was killed go on answering until the next one answers, or nobody comes. They say so by a
// file beside the database that they touch; the next supervisor removes it.

const lookMs = 100;
const freshMs = 1000;
const patienceMs = 10_000;

type Place = Pick<Config, "dataDir" | "port">;

const markerOf = ({ dataDir, port }: Place): string => join(dataDir, `orphans-${port}`);

/**
 * Resolves to true when another supervisor's workers answer at this port, to false when none has come in ten
 * seconds.
 */
export async function awaitSuccessor(place: Place): Promise<boolean> {
  // Whoever starts next takes another free port: nobody can take over.
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

/** Whether workers without a supervisor answer at this port. */
export function hasOrphans(place: Place): boolean {
  const touched = statSync(markerOf(place), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - touched < freshMs;
}

/** Tells them that they may go. */
export function dismissOrphans(place: Place): void {
  const marker = markerOf(place);
  if (existsSync(marker)) rmSync(marker, { force: true });
}
