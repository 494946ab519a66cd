import { type AuditContext, serviceAudit } from "../access/audit.ts";
import { systemClock } from "../base/clock.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Queries } from "../database/database.ts";
import type { Command } from "../feature.ts";
import { findUserByEmail, type UserRow } from "../management/common/user-resource.ts";
import { argumentsOf, CommandFailure, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

/** Makes a link for a user, in the transaction that found it. */
type MakeLink<T> = (tx: Queries, config: Config, user: UserRow, audit: AuditContext) => Promise<T>;

/** The link of a command of the host that takes the email of a user. */
export async function userLink<T>(
  command: string,
  [args, env, features]: Parameters<Command["run"]>,
  make: MakeLink<T>,
): Promise<T> {
  const { positionals } = argumentsOf(args, {});
  const [email] = positionals;
  if (email === undefined || positionals.length > 1) throw new UsageError(`${command} takes one EMAIL`);
  const config = loadConfig(env, features);
  return withExistingDatabase(config, (db) =>
    db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) throw new CommandFailure(`no user has the email ${email}`);
      const audit = serviceAudit(systemClock(), "command");
      return make(tx, config, user, audit);
    }),
  );
}
