// `bun test/metering/grants/run-histories.ts [histories] [sqlite|postgres] [seed]`: random histories compared with the
// oracle.
import { kinds } from "../../database/databases.ts";
import { runHistories } from "./histories.ts";

const [count = "1000", dialect = "sqlite", seed = "1"] = process.argv.slice(2);
const kind = kinds.find((each) => each.dialect === dialect);
if (!kind || kind.missing) {
  console.error(`no database ${dialect} here`);
  process.exit(2);
}
const begun = performance.now();
const outcome = await runHistories(kind, {
  count: Number(count),
  seed: Number(seed),
  steps: 120,
  line: console.log,
});
console.log(
  `${outcome.compared} histories on ${dialect}, ${outcome.differences.length} different, ${Math.round((performance.now() - begun) / 1000)} s`,
);
for (const difference of outcome.differences.slice(0, 20)) console.log(difference);
process.exit(outcome.differences.length === 0 ? 0 : 1);
