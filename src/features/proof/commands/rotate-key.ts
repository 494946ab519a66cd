import { recordAudit, serviceAudit } from "../../../access/audit.ts";
import { MasterKeys } from "../../../access/rotation/master-keys.ts";
import { isoTime, systemClock } from "../../../base/clock.ts";
import { UsageError } from "../../../cli/command.ts";
import { withExistingDatabase } from "../../../cli/existing-database.ts";
import { loadConfig } from "../../../config.ts";
import type { Command } from "../../../feature.ts";
import { bothSignMs, rotateKey } from "../days/proof-keys.ts";

export const rotateKeyCommand: Command = {
  help: `Usage: vingate rotate proof-key

Makes another key that signs statements and checkpoints, beside the running service. The previous keys
sign too for 60 days: whoever expects one of them can learn the new one from a statement that both have
signed. /.well-known/vingate-proof-key shows both.

Example:
  vingate rotate proof-key`,
  async run(args, env, features) {
    if (args.length > 0) throw new UsageError("rotate proof-key takes no arguments");
    const config = loadConfig(env, features);
    return withExistingDatabase(config, async (db) => {
      const keys = await MasterKeys.open(config);
      const now = systemClock();
      await db.transaction(async (tx) => {
        await keys.require(tx);
        await rotateKey(tx, keys.vault, now);
        await recordAudit(tx, {
          ...serviceAudit(now, "command"),
          action: "system.rotate_proof_key",
          object: "/system",
        });
      });
      process.stderr.write(
        `The next key signs from now on. The previous one signs beside it until ${isoTime(now + bothSignMs)}.\n`,
      );
      return 0;
    });
  },
};
