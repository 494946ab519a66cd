import { parseArgs } from "node:util";
import { yamlOf } from "../../http/openapi/yaml.ts";
import { readDeclaration } from "../../management/declaration/read-declaration.ts";
import type { Command } from "../command.ts";
import { withExistingDatabase } from "../existing-database.ts";

export const exportCommand: Command = {
  help: `Usage: vingate export [--json]

Prints the products, their policies and the registered APIs as YAML, for "vingate apply".
The output has no secrets: of an API's credential it has the header's name only.
Members that have their defaults are left out. Built-in APIs are part of the program.

  --json  Print JSON.

Examples:
  vingate export > products.yaml`,
  async run(args, env) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
    const declaration = await withExistingDatabase(env, readDeclaration);
    process.stdout.write(
      values.json === true ? `${JSON.stringify(declaration, null, 2)}\n` : yamlOf(declaration),
    );
    return 0;
  },
};
