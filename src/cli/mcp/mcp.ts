import { parseArgs } from "node:util";
import { linesOf } from "../../base/lines.ts";
import { type Command, CommandFailure, UsageError } from "../command.ts";
import { Relay, type RelayTarget } from "./relay.ts";

export const mcpCommand: Command = {
  help: `Usage: vingate mcp [--url URL]

Serves the Model Context Protocol on standard input and output, for programs that start their
servers. Each message goes to /mcp of a running service, under its key. Tool calls that were
cut are repeated, and charged once.

Options:
  --url URL       The service. Without it VINGATE_URL is used.

Environment:
  VINGATE_KEY     The key of a subscription, vgk_…

Example, the settings of a program that starts servers:
  { "mcpServers": { "vingate": { "command": "vingate", "args": ["mcp"],
    "env": { "VINGATE_URL": "https://vingate.example", "VINGATE_KEY": "vgk_…" } } } }`,
  async run(args, env) {
    const { values } = parseArgs({ args: [...args], options: { url: { type: "string" } } });
    const relay = new Relay(targetOf(env, values.url), (line) => process.stdout.write(`${line}\n`));
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

function targetOf(env: Parameters<Command["run"]>[1], option: string | undefined): RelayTarget {
  const url = option ?? env.VINGATE_URL;
  const key = env.VINGATE_KEY;
  if (!url) throw new UsageError("name the service with --url or VINGATE_URL");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`"${url}" is no http or https URL`);
  if (!key) throw new CommandFailure("VINGATE_KEY is not set; it is the key of a subscription");
  return { url: url.replace(/\/+$/, "").replace(/\/mcp$/, ""), key };
}
