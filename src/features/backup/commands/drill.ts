import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { presentMasterKey } from "../../../access/identity.ts";
import { systemTiming } from "../../../base/timing.ts";
import { CommandFailure } from "../../../cli/command.ts";
import { ledgerFinding } from "../../../cli/doctor/consistency.ts";
import { type Config, loadConfig } from "../../../config.ts";
import type { Feature } from "../../../feature.ts";
import { restoreBackup } from "../restore-backup.ts";
import { drillFolderStart } from "../retention.ts";
import { bytesProgress } from "./bytes-progress.ts";

/** What a command is run with. */
export interface Program {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly features: readonly Feature[];
}

/** Settings that would lead a drill to the data of the service. */
const liveSettings = ["VINGATE_DATABASE_URL", "VINGATE_DATABASE_URL_FILE", "VINGATE_DATABASE_POOLER"];

/** The result of a drill: the rows that were restored, and the comparison of the ledger. */
export interface Drilled {
  readonly rows: number;
  readonly madeAt: number;
  readonly ledger: string;
  readonly seconds: number;
}

/**
 * Restores a backup into a scratch folder beside it, on SQLite, and compares its ledger as the doctor does. The folder is
 * deleted. Throws `OperatorError` if it cannot be restored, `CommandFailure` if it does not agree.
 */
export async function drillBackup(
  { env, features }: Program,
  file: string,
  passphrase: string | undefined,
): Promise<Drilled> {
  const begun = performance.now();
  const live = loadConfig(env, features);
  const folder = mkdtempSync(join(dirname(file), drillFolderStart));
  const progress = bytesProgress(process.stderr, systemTiming.monotonic);
  try {
    const scratch = Object.fromEntries(Object.entries(env).filter(([name]) => !liveSettings.includes(name)));
    const drilled = loadConfig({ ...scratch, VINGATE_DATA_DIR: folder }, features);
    // A drill must not read the single calls of the service.
    const scratchConfig = { ...drilled, callSink: undefined };
    const masterKey = presentMasterKey(live);
    const { rows, header, hasMasterKey } = await restoreBackup({
      config: { ...scratchConfig, masterKey },
      file,
      passphrase,
      progress: progress.step,
    }).finally(progress.end);
    if (!hasMasterKey)
      throw new CommandFailure(
        "a restore would lack the master key: run this with the settings of the service",
      );
    const ledger = live.callSink
      ? "The ledger was not compared: ClickHouse has the single calls"
      : await agreeing(scratchConfig);
    return { rows, madeAt: header.made_at, ledger, seconds: (performance.now() - begun) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function agreeing(config: Config): Promise<string> {
  const { state, found } = await ledgerFinding(config);
  if (state === "fault") throw new CommandFailure(`the restored ledger does not agree: ${found}`);
  return found;
}
