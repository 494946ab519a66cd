import { argumentsOf, UsageError } from "../../cli/command.ts";
import type { Command } from "../../feature.ts";
import { exitCodes, exitCodesHelp, serviceHelp, serviceOption, withAnswer } from "./service.ts";
import { reportVehicle, vehicleReportOptions } from "./vehicle-report.ts";

const ofVehicles = Object.keys(vehicleReportOptions) as (keyof typeof vehicleReportOptions)[];

export const reportCommand: Command = {
  help: `Usage: vingate report VIN [--families A,B] [--price] [options]
       vingate report [--from TIME] [--to TIME] [--json] [--service NAME]

With a VIN: several lookups of the vehicle as one typed answer. Each part costs what its lookup
costs. Without one: the calls, credits and times of each API for the subscription of the key,
without calls of test keys; free, and counted once towards a rate limit.

Options with a VIN:
  --families A,B  The parts, by API. Default: all that the plan includes and the vehicle fits.
  --price         Show what the report costs at most, free, and call nothing.
  --mileage MILES The miles on the odometer, for values.
  --year YEAR     The model year, if it is known.
Options without one:
  --from TIME     The start, as a date or a date and time. Default: seven days before the end.
  --to TIME       The end. Default: now.
Options of both:
  --json          Print the service's JSON on a terminal, too; an error is JSON on standard error.
${serviceHelp}

${exitCodesHelp}

Examples:
  vingate report 5J6RW2H59JL990075 --families open-recall,lien,auction
  vingate report 5J6RW2H59JL990075 --price
  vingate report --from 2026-10-01 --to 2026-10-31T23:59:59Z
  vingate report --json`,
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      ...serviceOption,
      from: { type: "string" },
      to: { type: "string" },
      ...vehicleReportOptions,
      json: { type: "boolean" },
    });
    const [vin, ...more] = positionals;
    if (more.length > 0) throw new UsageError("report takes one VIN, or none");
    const foreign = (["from", "to"] as const).find((name) => values[name] !== undefined);
    const own = ofVehicles.find((name) => values[name] !== undefined);
    if (vin !== undefined) {
      if (foreign) throw new UsageError(`a report of a VIN takes no --${foreign}`);
      return reportVehicle(env, vin, values);
    }
    if (own) throw new UsageError(`--${own} needs a VIN`);
    return withAnswer("report", env, values, async ({ client, output }) => {
      const report = await client.reportOfKey({
        timestamp_ge: values.from,
        timestamp_le: values.to,
        page_size: 1000,
      });
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
    });
  },
};
