import { parseArgs } from "node:util";
import { systemClock } from "../base/clock.ts";
import { loadConfig } from "../config.ts";
import type { Command } from "../feature.ts";
import { findUserByEmail } from "../management/common/user-resource.ts";
import { insertResetLink } from "../management/users/password-resets.ts";
import { CommandFailure, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

export const resetPasswordCommand: Command = {
  help: `Usage: vingate reset-password EMAIL

Prints a link that sets the password of a user, operators included, once and within 24 hours.
The service must run to open the link. The password and sessions of now stay until then.

Examples:
  vingate reset-password operator@example.com`,
  async run(args, env, features) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const [email] = positionals;
    if (email === undefined || positionals.length > 1) throw new UsageError("reset-password takes one EMAIL");
    const config = loadConfig(env, features);
    const made = await withExistingDatabase(config, (db) =>
      db.transaction(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (!user) throw new CommandFailure(`no user has the email ${email}`);
        const audit = {
          at: systemClock(),
          actor: { kind: "operator" },
          address: "",
          requestId: "command",
        } as const;
        return await insertResetLink(tx, config, user.id, audit);
      }),
    );
    process.stdout.write(`${made.reset_link}\n`);
    process.stderr.write(`Open this link by ${made.expires_at} to choose a new password.\n`);
    return 0;
  },
};
