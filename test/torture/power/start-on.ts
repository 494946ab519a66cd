import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createPasswords } from "../../../src/access/passwords.ts";
import { createLog, type Log } from "../../../src/base/log.ts";
import { type Config, loadConfig } from "../../../src/config.ts";
import type { Database } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import type { DecisionKind } from "../../../src/decisions/kind.ts";
import { logIds } from "../../../src/decisions/log-file.ts";
import { loadServices } from "../../../src/feature.ts";
import { features } from "../../../src/features.ts";
import { coreRestoring } from "../../../src/management/system/core-restoring.ts";
import { openDecisions } from "../../../src/management/system/open-decisions.ts";
import { openInstallation } from "../../../src/server/open-installation.ts";
import { recordsErased } from "../../../src/vehicles/imports/datasets/erase-again.ts";
import { operatorToken } from "../installation.ts";

/** A data folder as the first steps of a start leave it: database, keys and decisions. */
export interface Started {
  readonly config: Config;
  readonly database: Database;
  readonly vault: { open(sealed: Uint8Array, context: string): string };
  readonly kinds: ReadonlyMap<string, DecisionKind>;
  /** Why an operator must resume; empty if nothing is held for one. */
  readonly held: readonly string[];
  /** Decisions that were made again. */
  readonly replayed: number;
  readonly log: Log;
  close(): Promise<void>;
}

const passwords = createPasswords(8, 1);

/** Starts on a folder; undefined if it has no database, as before the first start. Throws as a start does. */
export async function startOn(dataDir: string): Promise<Started | undefined> {
  if (!existsSync(join(dataDir, "vingate.db"))) return undefined;
  const environment = {
    VINGATE_DATA_DIR: dataDir,
    VINGATE_OPERATOR_TOKEN: operatorToken,
    VINGATE_DEMO: "off",
  };
  const config = loadConfig(environment, features);
  let replayed = 0;
  const log = createLog(Date.now, (line) => {
    replayed += countReplayed(line);
  });
  const { database, identity } = await openInstallation(config, { clock: Date.now, log, passwords });
  try {
    await acceptCopies(database, dataDir);
    const services = await loadServices(features);
    const restoring = [
      ...coreRestoring,
      { kinds: [recordsErased] },
      ...services.flatMap((service) => service.restoring ?? []),
    ];
    const { vault } = identity;
    const { decisions, held } = await openDecisions({
      config,
      database,
      restoring,
      vault,
      clock: Date.now,
      log,
    });
    return {
      config,
      database,
      vault,
      kinds: new Map(restoring.flatMap(({ kinds = [] }) => kinds).map((kind) => [kind.name, kind])),
      held: held.current && !held.current.endsItself ? held.current.causes : [],
      replayed,
      log,
      async close() {
        await decisions.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The decisions that a line of the log names as made again. */
function countReplayed(line: string): number {
  const { replayed } = JSON.parse(line) as { readonly replayed?: string };
  const counts = Object.values(JSON.parse(replayed ?? "{}") as Record<string, number>);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The logs of a state have other inodes than those that were lost. */
async function acceptCopies(db: Database, dataDir: string): Promise<void> {
  const folder = join(dataDir, "decisions");
  for (const id of logIds(folder)) {
    const { ino, birthtimeMs } = statSync(join(folder, `${id}.log`));
    const place = `${ino}:${Math.trunc(birthtimeMs)}`;
    await db.run(sql`update decision_log set file = ${place} where log_id = ${id}`);
  }
}
