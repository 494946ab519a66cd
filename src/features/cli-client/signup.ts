import { Vingate } from "../../../sdk/typescript/src/index.ts";
import { argumentsOf, UsageError } from "../../cli/command.ts";
import { defaultService, readLogins } from "../../cli/terminal/logins.ts";
import { Interrupted, readLine, readSecret } from "../../cli/terminal/secret-input.ts";
import type { Command } from "../../feature.ts";
import { keepLogins, requireLoginName, serviceUrl } from "./new-login.ts";
import { exitCodes, exitCodesHelp, withFailures } from "./service.ts";

export const signupCommand: Command = {
  help: `Usage: vingate signup URL [--email EMAIL] [--first-name NAME] [--last-name NAME]
                      [--password-file FILE] [--service NAME]

Creates an account with trial credits at the service at URL, and keeps its first key as
"vingate login" does. Asks for what is not given. The password is read from the terminal
without being shown, from standard input or from a file; it is never an argument.

Options:
  --email EMAIL         The email address.
  --first-name NAME     The first name.
  --last-name NAME      The last name.
  --password-file FILE  Read the password from a file.
  --service NAME        Keep the login under a name, beside the others.
  --json                Print an error as JSON on standard error.

${exitCodesHelp}

Examples:
  vingate signup https://vehicles.example.com`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      email: { type: "string" },
      "first-name": { type: "string" },
      "last-name": { type: "string" },
      "password-file": { type: "string" },
      service: { type: "string", default: defaultService },
      json: { type: "boolean" },
    });
    if (positionals.length !== 1) throw new UsageError("signup takes one URL");
    requireLoginName(values.service);
    const url = serviceUrl("signup", positionals[0]!);
    const logins = readLogins(env);
    if (logins.has(values.service))
      throw new UsageError(
        `there is a login "${values.service}" already: use --service NAME for another one`,
      );
    if (process.stdin.isTTY !== true && !(values.email && values["first-name"] && values["last-name"]))
      throw new UsageError("without a terminal signup takes --email, --first-name and --last-name");
    return withFailures(
      "signup",
      async () => {
        try {
          const body = {
            email: values.email ?? (await readLine("Email: ")),
            first_name: values["first-name"] ?? (await readLine("First name: ")),
            last_name: values["last-name"] ?? (await readLine("Last name: ")),
            password: await readSecret("Password (at least 10 characters): ", values["password-file"]),
          };
          // Neither is read from the environment. A request without a key is not sent as anybody.
          const visitor = { url, key: "", token: "", retries: 0, headers: { "user-agent": "vingate" } };
          const { client_token: token } = await new Vingate(visitor).request("GET /identity");
          const service = new Vingate({ ...visitor, token });
          const { subscription, keys } = await service.request("POST /auth/signup", { body });
          keepLogins(env, logins.set(values.service, { url, key: keys.primary_key }), {
            what: `Signed up at ${url}`,
            subscriptionId: subscription.id,
            remaining: subscription.credits.remaining,
          });
          return exitCodes.done;
        } catch (error) {
          if (error instanceof Interrupted) return exitCodes.interrupted;
          throw error;
        }
      },
      values,
    );
  },
};
