import { parseArgs } from "node:util";
import { linesOf } from "../../../base/lines.ts";
import { withoutEnd } from "../../../base/text/without-end.ts";
import { CommandFailure, UsageError } from "../../../cli/command.ts";
import { findLogin } from "../../../cli/terminal/logins.ts";
import type { Command } from "../../../feature.ts";
import { Relay, type RelayTarget } from "./relay.ts";

export const mcpCommand: Command = {
  help: `Usage: vingate mcp [--service NAME | --url URL]

Serves the Model Context Protocol on standard input and output, for programs that start their
servers. Each message goes to /mcp of a running service, under its key: those of "vingate
login", or of VINGATE_URL and VINGATE_KEY. Tool calls that were cut are repeated, and charged
once. "vingate mcp install CLIENT" writes the settings of such a program.

Options:
  --service NAME  The login to use, if there are several.
  --url URL       The service of VINGATE_KEY.

Example, the settings without a login:
  { "mcpServers": { "vingate": { "command": "vingate", "args": ["mcp"],
    "env": { "VINGATE_URL": "https://vingate.example", "VINGATE_KEY": "vgk_…" } } } }`,
  async run(args, env) {
    const { values } = parseArgs({
      args: [...args],
      options: { url: { type: "string" }, service: { type: "string" } },
    });
    const relay = new Relay(targetOf(env, values.url, values.service), (line) =>
      process.stdout.write(`${line}\n`),
    );
    const pending = new Set<Promise<void>>();
    for await (const lines of linesOf(process.stdin))
      for (const line of lines) {
        if (line.trim() === "") continue;
        const answered = relay.receive(line);
        pending.add(answered);
        void answered.finally(() => pending.delete(answered));
      }
    await Promise.all(pending);
    return 0;
  },
};

function targetOf(env: Parameters<Command["run"]>[1], option?: string, service?: string): RelayTarget {
  if (option !== undefined && service !== undefined)
    throw new UsageError("--url and --service exclude each other");
  const clientEnv = option === undefined ? env : { ...env, VINGATE_URL: option };
  const login = findLogin(clientEnv, service);
  if (service !== undefined && !login)
    throw new CommandFailure(
      `there is no login "${service}": log in with "vingate login URL --service ${service}"`,
    );
  const url = login?.url ?? clientEnv.VINGATE_URL;
  if (!url)
    throw new UsageError('log in with "vingate login URL", or name the service with --url or VINGATE_URL');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`"${url}" is no http or https URL`);
  if (!login)
    throw new CommandFailure(
      `there is no key for ${url}: log in with "vingate login ${url}", or set VINGATE_KEY`,
    );
  return { url: withoutEnd(url, "/").replace(/\/mcp$/, ""), key: login.key };
}
