import { writeSync } from "node:fs";
import { systemClock } from "../../base/clock.ts";
import { createLog, errorFields, type Log, logOutput } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import { databaseFile } from "../../database/integrity.ts";
import { type Replaced, rescueChoice, rescueState } from "../../database/log/rescue.ts";
import { openSystemLibrary } from "./system-library.ts";

/** The supervisor looks often enough to end while the worker that made the copy still keeps others from writing. */
const lookMs = 250;
const keptMs = 2000;

type Settings = Pick<Config, "dataDir" | "databaseUrl" | "log" | "logLevel" | "workers">;

/**
 * Ends this process when another program has replaced the files of its SQLite database. Any other end would close the
 * connections, which writes their log into a file that is no longer theirs.
 */
export function endWithReplaced(settings: Settings): (found: Replaced) => void {
  const log = lastLog(settings);
  return ({ rescued, error }) => {
    if (error !== undefined)
      return log.error("cannot copy what the service sees of its replaced database", errorFields(error));
    logReplaced(log, settings);
    if (rescued !== undefined && settings.workers > 1) Bun.sleepSync(keptMs);
    endAtOnce();
  };
}

/** Whether a worker copies the data that it reads: it answers no request then. */
export const isRescuing = ({ dataDir, databaseUrl }: Settings): boolean =>
  databaseUrl === undefined && rescueState(databaseFile(dataDir)) !== undefined;

/** Ends a supervisor, whose thread has the database open too, when a worker has made the copy. */
export function endWithRescue(settings: Settings): void {
  // The first worker ends with what to do.
  if (settings.databaseUrl !== undefined || isRescuing(settings)) return;
  setInterval(() => {
    if (rescueState(databaseFile(settings.dataDir)) !== "done") return;
    logReplaced(lastLog(settings), settings);
    endAtOnce();
  }, lookMs).unref();
}

function logReplaced(log: Log, { dataDir }: Settings): void {
  const choice = rescueChoice(databaseFile(dataDir));
  log.error("the files of the database were replaced; the service ends", { choice });
}

/** Writes before the process ends, which a stream would not. */
function lastLog({ log, logLevel }: Settings): Log {
  const write = (text: string) => {
    try {
      writeSync(1, text);
    } catch {
      // Its reader has ended. The process must end in any case.
    }
  };
  return createLog(systemClock, logOutput(log, logLevel, write));
}

/** Runs nothing that is left, which `exit` would. The first process of a container cannot kill itself by a signal. */
function endAtOnce(): void {
  openSystemLibrary({ _exit: { args: ["i32"], returns: "void" } })?.symbols._exit(1);
  process.kill(process.pid, "SIGKILL");
}
