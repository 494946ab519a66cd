import { parseArgs } from "node:util";
import { UsageError } from "../../cli/command.ts";
import { answerOutput } from "../../cli/terminal/answer-output.ts";
import type { Command } from "../../feature.ts";
import {
  clientOf,
  exitCodes,
  exitCodesHelp,
  requireLogin,
  serviceHelp,
  serviceOption,
  withFailures,
} from "./service.ts";

export const reportCommand: Command = {
  help: `Usage: vingate report [--from TIME] [--to TIME] [--json] [--service NAME]

Reports the calls, credits and times of each API for the subscription of the key, without calls
of test keys. Free; it counts once towards a rate limit.

Options:
  --from TIME     The start, as a date or a date and time. Default: seven days before the end.
  --to TIME       The end. Default: now.
  --json          Print the service's JSON on a terminal, too; an error is JSON on standard error.
${serviceHelp}

${exitCodesHelp}

Examples:
  vingate report --from 2026-10-01 --to 2026-10-31T23:59:59Z
  vingate report --json`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        ...serviceOption,
        from: { type: "string" },
        to: { type: "string" },
        json: { type: "boolean" },
      },
      allowPositionals: true,
    });
    if (positionals.length > 0) throw new UsageError("report takes no arguments");
    return withFailures(
      "report",
      async () => {
        const client = clientOf(requireLogin(env, values.service), 2);
        const report = await client.reportOfKey({
          timestamp_ge: values.from,
          timestamp_le: values.to,
          page_size: 1000,
        });
        const output = answerOutput(env, values.json);
        if (!output.isTable) {
          output.json(report);
          return exitCodes.done;
        }
        const rows = report.items.map((item) => ({
          api: item.api_id,
          calls: item.call_count_total,
          answered: item.call_count_success,
          credits: item.credits,
          average_ms: Math.round(item.api_time_avg * 10) / 10,
        }));
        const total = (name: "calls" | "credits") => rows.reduce((sum, row) => sum + row[name], 0);
        if (rows.length > 0) output.table(rows);
        const sums = `calls: ${total("calls").toLocaleString("en")}, credits: ${total("credits").toLocaleString("en")}`;
        output.note(`${report.timestamp_ge} to ${report.timestamp_le}, ${sums}`);
        return exitCodes.done;
      },
      values,
    );
  },
};
