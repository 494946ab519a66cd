// `npm run histories [-- --count N --seed S --only metering --database postgres]`: random histories of the models, run
// step by step on the program's own classes. A history that fails is printed with its seed and the fewest steps that
// show it. The last line is what was run and found; the status is 1 if something differed, 2 if nothing could run.
import { parseArgs } from "node:util";
import { kinds } from "../../database/databases.ts";
import { datedBy } from "../../dated.ts";
import { runAll } from "./run-all.ts";
import { sources } from "./sources.ts";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string" },
    only: { type: "string" },
    database: { type: "string" },
  },
});
const count = Number(values.count);
const { seed } = datedBy(undefined, values.seed);
const chosen = sources.filter(({ name }) => values.only === undefined || name === values.only);
const databases = kinds.filter(({ dialect }) => values.database === undefined || dialect === values.database);
const usable = databases.filter(({ missing }) => !missing);
if (!Number.isSafeInteger(count) || count < 1 || chosen.length === 0 || usable.length === 0) {
  const names = sources.map(({ name }) => name).join(", ");
  console.error(`--count is a number, --only one of ${names}, --database a database of this machine`);
  process.exit(2);
}
for (const { dialect } of databases.filter(({ missing }) => missing))
  console.log(`${dialect} is not on this machine: its histories are not run`);
const { line, failed } = await runAll(chosen, usable, { count, seed, line: console.log });
console.log(line);
process.exit(failed === 0 ? 0 : 1);
