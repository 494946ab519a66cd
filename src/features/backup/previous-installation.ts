import { cpSync, existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { OperatorError } from "../../base/operator-error.ts";
import type { Config } from "../../config.ts";
import type { Former } from "../../decisions/held.ts";
import { decisionsFolder, logIds, takeLog } from "../../decisions/log-file.ts";
import {
  journalIds,
  journalsFolder,
  takeJournalDirectory,
} from "../../metering/journal/journal-directory.ts";

type Place = Pick<Config, "dataDir" | "decisionsDir">;

/** What a restore has of the installation that it replaces. */
export interface PreviousInstallation {
  readonly state: Former;
  /** Copies its decision logs and journals into the data folder. Can be repeated. */
  takeOver(): void;
}

/**
 * The installation whose data folder is given, or "lost". Throws `OperatorError` if it has no such folder, or if a
 * process still uses it.
 */
export function previousInstallation(previous: string, config: Place): PreviousInstallation {
  if (previous === "lost") return { state: "lost", takeOver: () => undefined };
  if (!statSync(previous, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(
      `${previous} is no folder: name the data folder of the previous installation, or "lost"`,
    );
  if (resolve(previous) === resolve(config.dataDir))
    throw new OperatorError(`${previous} is the folder to restore into: move the previous one aside first`);
  const logs = decisionsFolder({ ...config, dataDir: previous });
  const ids = logIds(logs);
  requireStopped(previous, logs, ids);
  return {
    state: ids.length > 0 ? "taken" : "without logs",
    takeOver() {
      copyFolder(journalsFolder(previous), journalsFolder(config.dataDir));
      // A folder of its own stays where it is.
      if (config.decisionsDir === undefined) copyFolder(logs, decisionsFolder(config));
    },
  };
}

function requireStopped(previous: string, logs: string, ids: readonly string[]): void {
  const journals = journalsFolder(previous);
  const locked = [
    ...ids.map((id) => takeLog(logs, id)?.lock),
    ...journalIds(journals).map((id) => takeJournalDirectory(journals, id)?.lock ?? id),
  ];
  for (const lock of locked) if (typeof lock === "object") lock.release();
  // A journal without a header is removed by the attempt to take it.
  const isUsed = (lock: (typeof locked)[number]) =>
    lock === undefined || (typeof lock === "string" && existsSync(join(journals, lock)));
  if (locked.some(isUsed))
    throw new OperatorError(`a process of the previous installation still uses ${previous}: stop it first`);
}

/** Locks stay where they are. */
function copyFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  const isLock = (path: string) => /(^|\.)lock(-journal)?$/.test(basename(path));
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !isLock(path) });
}
