import { serviceName } from "../../base/version.ts";
import { argumentsOf, UsageError } from "../../cli/command.ts";
import { defaultService, type Login, readLogins } from "../../cli/terminal/logins.ts";
import { Interrupted, readKey } from "../../cli/terminal/secret-input.ts";
import type { Command } from "../../feature.ts";
import { keepLogins, requireLoginName, serviceUrl } from "./new-login.ts";
import { clientOf, exitCodes, exitCodesHelp, ServiceFailure, withFailures } from "./service.ts";

export const loginCommand: Command = {
  help: `Usage: vingate login URL [--key-file FILE] [--service NAME]
       vingate login --list

Checks the key of a subscription with the service at URL, free of charge, and keeps both for
the commands lookup, batch, usage and mcp. The key is read from the terminal without being
shown, or from standard input; it is never an argument. Only you can read the file that
contains it: vingate/logins.json in XDG_CONFIG_HOME, ~/.config, or %APPDATA% on Windows.

Options:
  --key-file FILE  Read the key from a file.
  --service NAME   Keep this login under a name, beside the others.
  --list           Print the names and URLs of all logins.

${exitCodesHelp}

Examples:
  vingate login https://vehicles.example.com
  vingate login http://127.0.0.1:8080 --service local --key-file key.txt`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      "key-file": { type: "string" },
      service: { type: "string", default: defaultService },
      list: { type: "boolean" },
    });
    if (values.list) return printLogins(readLogins(env));
    // What else is there could be a key, so that it is not repeated.
    if (positionals.length !== 1)
      throw new UsageError(
        "login takes one URL. The key is read from the terminal, standard input or --key-file",
      );
    requireLoginName(values.service);
    const url = serviceUrl("login", positionals[0]!);
    return withFailures("login", async () => {
      const logins = readLogins(env);
      try {
        const login = { url, key: await readKey(values["key-file"]) };
        const { subscription_id, credits } = await balanceOf(login);
        keepLogins(env, logins.set(values.service, login), {
          what: `Logged in to ${url}`,
          subscriptionId: subscription_id,
          remaining: credits.remaining,
        });
        return exitCodes.done;
      } catch (error) {
        if (error instanceof Interrupted) return exitCodes.interrupted;
        throw error;
      }
    });
  },
};

/** The subscription and its credits. Throws if the service refuses the key. */
async function balanceOf(login: Login) {
  const balance = await clientOf(login, 1).balance();
  if (typeof balance !== "object" || balance.service !== serviceName)
    throw new ServiceFailure(`${login.url} is not a Vingate service. Check the URL`, exitCodes.unavailable);
  return balance;
}

function printLogins(logins: ReadonlyMap<string, Login>): number {
  const width = Math.max(0, ...[...logins.keys()].map((name) => name.length)) + 2;
  for (const [name, { url }] of logins) process.stdout.write(`${name.padEnd(width)}${url}\n`);
  return exitCodes.done;
}
