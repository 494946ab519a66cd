import { noteChange } from "../../access/keys/changes.ts";
import { sealedText, type Vault } from "../../access/vault.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { beginDecisions } from "../../decisions/begin.ts";
import type { Decisions } from "../../decisions/decisions.ts";
import { heldObject } from "../../decisions/held.ts";
import { HeldState } from "../../decisions/held-state.ts";
import { LogCopy } from "../../decisions/log-copy.ts";
import { decisionsFolder } from "../../decisions/log-file.ts";
import { Unopened } from "../../decisions/replay.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import { endWhenDecided } from "../../decisions/resume.ts";
import { journalIds, journalsFolder } from "../../metering/journal/journal-directory.ts";

interface Opening {
  readonly config: Config;
  readonly database: Database;
  readonly restoring: readonly Restoring[];
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenedDecisions {
  readonly decisions: Decisions;
  readonly held: HeldState;
}

/** Makes the decisions again that the database lacks, before anything of it is used. */
export async function openDecisions(opening: Opening): Promise<OpenedDecisions> {
  const { config, database, restoring, vault, clock, log } = opening;
  const begun = await beginDecisions({
    database,
    folder: decisionsFolder(config),
    copy: config.decisionsCopy === undefined ? undefined : new LogCopy(config.decisionsCopy),
    clock,
    kinds: restoring.flatMap(({ kinds = [] }) => kinds),
    async epochBegins(tx, beginning) {
      for (const one of restoring) await one.epochBegins?.(tx, { ...beginning, config });
      // Nodes that still run on the database hold immediately.
      await noteChange(tx, heldObject);
    },
    endWhenDecided: (tx) => endWhenDecided(tx, restoring),
    seal: (plain, context) => sealedText(vault, plain, context),
    open(sealed, context) {
      try {
        return vault.open(Buffer.from(sealed, "base64"), context);
      } catch (error) {
        throw new Unopened((error as Error).message);
      }
    },
    journals: new Set(journalIds(journalsFolder(config.dataDir))),
  });
  const held = await HeldState.read(database);
  const { causes, replayed, decisions } = begun;
  if (causes)
    log.warn("the database went back", {
      causes: causes.join("; "),
      epoch: decisions.epoch.number,
      replayed: JSON.stringify(replayed),
      held: held.current !== undefined,
    });
  else if (Object.keys(replayed).length > 0)
    log.info("completed the decisions of an ended process", { replayed: JSON.stringify(replayed) });
  return { decisions, held };
}
