import { argumentsOf, UsageError } from "../../cli/command.ts";
import { defaultService, readLogins, writeLogins } from "../../cli/terminal/logins.ts";
import type { Command } from "../../feature.ts";

export const logoutCommand: Command = {
  help: `Usage: vingate logout [--service NAME | --all]

Deletes a login that vingate login has kept. The key stays valid: rotate it in the console
if others may know it.

Options:
  --service NAME  The login to delete.
  --all           Delete all logins.

Examples:
  vingate logout
  vingate logout --service local`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      service: { type: "string" },
      all: { type: "boolean" },
    });
    if (positionals.length > 0)
      throw new UsageError("logout takes no arguments; name a login with --service");
    if (values.all && values.service !== undefined)
      throw new UsageError("--all and --service exclude each other");
    const logins = readLogins(env);
    const name = values.service ?? defaultService;
    const url = logins.get(name)?.url;
    if (!values.all && url === undefined) {
      process.stderr.write(`vingate logout: there is no login "${name}"\n`);
      return 1;
    }
    if (values.all) logins.clear();
    else logins.delete(name);
    writeLogins(env, logins);
    process.stderr.write(values.all ? "All logins are deleted.\n" : `Logged out of ${url}.\n`);
    return 0;
  },
};
