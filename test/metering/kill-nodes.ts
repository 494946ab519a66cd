// `bun test/metering/torture.ts [kills] [sqlite|postgres] [nodes]`: kills nodes under load and checks
// consistency.
import { kinds } from "../database/databases.ts";
import { torture } from "./kill-run.ts";

const [kills = "200", dialect = "sqlite", nodes = "1"] = process.argv.slice(2);
const kind = kinds.find((each) => each.dialect === dialect);
if (!kind || kind.missing) {
  console.error(`no database ${dialect} here`);
  process.exit(2);
}
const outcome = await torture(kind, { kills: Number(kills), nodes: Number(nodes) });
console.log(JSON.stringify(outcome, null, 2));
const { lost, twice, invented, findings, charged, acknowledged, unknown } = outcome;
const exact = charged >= acknowledged && charged <= acknowledged + unknown;
process.exit(lost + twice + invented + findings.length === 0 && exact ? 0 : 1);
