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
export interface FormerInstallation {
  readonly state: Former;
  /** Copies its decision logs and journals into the data folder. Can be repeated. */
  takeOver(): void;
}

/**
 * The installation whose data folder is given, or "lost". Throws `OperatorError` if it has no such folder, or if a
 * process still uses it.
 */
export function formerInstallation(former: string, config: Place): FormerInstallation {
  if (former === "lost") return { state: "lost", takeOver: () => undefined };
  if (!statSync(former, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(
      `${former} is no folder: name the data folder of the former installation, or "lost"`,
    );
  if (resolve(former) === resolve(config.dataDir))
    throw new OperatorError(`${former} is the folder to restore into: move the former one aside first`);
  const logs = decisionsFolder({ ...config, dataDir: former });
  const ids = logIds(logs);
  requireStopped(former, logs, ids);
  return {
    state: ids.length > 0 ? "taken" : "without logs",
    takeOver() {
      copyFolder(journalsFolder(former), journalsFolder(config.dataDir));
      // A folder of its own stays where it is.
      if (config.decisionsDir === undefined) copyFolder(logs, decisionsFolder(config));
    },
  };
}

function requireStopped(former: string, logs: string, ids: readonly string[]): void {
  const journals = journalsFolder(former);
  const locked = [
    ...ids.map((id) => takeLog(logs, id)?.lock),
    ...journalIds(journals).map((id) => takeJournalDirectory(journals, id)?.lock ?? id),
  ];
  for (const lock of locked) if (typeof lock === "object") lock.release();
  // A journal without a header is removed by the attempt to take it.
  const isUsed = (lock: (typeof locked)[number]) =>
    lock === undefined || (typeof lock === "string" && existsSync(join(journals, lock)));
  if (locked.some(isUsed))
    throw new OperatorError(`a process of the former installation still uses ${former}: stop it first`);
}

/** Locks stay where they are. */
function copyFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  const isLock = (path: string) => /(^|\.)lock(-journal)?$/.test(basename(path));
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !isLock(path) });
}
