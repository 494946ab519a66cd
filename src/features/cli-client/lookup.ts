import type { AnswerInfo } from "../../../sdk/typescript/src/index.ts";
import { argumentsOf, UsageError } from "../../cli/command.ts";
import { plainText } from "../../cli/terminal/text.ts";
import type { Command } from "../../feature.ts";
import { familiesHelp, familyNamed, formFor, namedFamilies } from "./lookup-forms.ts";
import { exitCodes, exitCodesHelp, serviceHelp, serviceOption, withAnswer } from "./service.ts";

const queryOptions = {
  year: { type: "string" },
  mileage: { type: "string" },
  explain: { type: "boolean" },
} as const;

export const lookupCommand: Command = {
  help: `Usage: vingate lookup FAMILY ARGUMENTS… [--json] [options]
       vingate lookup FAMILY --list [YEAR [MAKE [MODEL…]]]

Calls a lookup of the service of vingate login, which charges it like any call. On a terminal
the answer is a table; elsewhere, and with --json, it is the service's JSON on one line.

Families and their arguments:
${familiesHelp()}

Options:
  --json          Print JSON on a terminal, too; an error is JSON on standard error.
  --list          List the names that come next: years, then makes, and so on. Mostly free.
  --year YEAR     The model year of a VIN, if it is known.
  --mileage MILES The miles on the odometer, for values.
  --explain       Explain each element of a decode.
${serviceHelp}

${exitCodesHelp}

Examples:
  vingate lookup auction 5J6RW2H59JL990075
  vingate lookup windshield-api DEMO123 CA
  vingate lookup ymm-specs/v3 2018 Honda CR-V EX --json
  vingate lookup oem-parts --list 2018 Honda`,
  words: () => [namedFamilies.map(({ name }) => name)],
  async run(args, env) {
    const { values, positionals } = argumentsOf(args, {
      ...serviceOption,
      ...queryOptions,
      json: { type: "boolean" },
      list: { type: "boolean" },
    });
    const [name, ...given] = positionals;
    const family = familyNamed(name);
    const form = formFor(family, given, values.list === true);
    const query: Record<string, string> = {};
    for (const option of Object.keys(queryOptions) as (keyof typeof queryOptions)[]) {
      const value = values[option];
      if (value === undefined) continue;
      if (!form.query.includes(option)) throw new UsageError(`${family.name} takes no --${option} here`);
      query[option] = String(value);
    }
    return withAnswer("lookup", env, values, async ({ client, output }) => {
      const { body, info } = await client.call(form.path, [...given, query]);
      if (!output.isTable) output.json(body);
      else {
        const data = typeof body === "object" && body !== null && "data" in body ? body.data : body;
        output.table(data);
        output.note(noteOn(info));
      }
      return exitCodes.done;
    });
  },
};

/** What the answer cost and is based on. */
function noteOn({ creditsRemaining: left, dataSource, match }: AnswerInfo): string {
  return plainText(
    [
      ...(left === undefined || left === Number.POSITIVE_INFINITY
        ? []
        : [`${left.toLocaleString("en")} credits left`]),
      ...(dataSource === undefined
        ? []
        : [`source: ${dataSource}${dataSource === "demo" ? " (synthetic)" : ""}`]),
      ...(match === undefined ? [] : [`match: ${match}`]),
    ].join(" · "),
  );
}
