import { parseArgs } from "node:util";
import { datedBy } from "../dated.ts";
import { importGraph } from "../import-graph.ts";
import { isLong } from "../runner/tiers.ts";
import { mutants } from "./mutants.ts";
import { tenthOf } from "./planting/choice.ts";
import { plantAll } from "./planting/plant.ts";
import { againstShort } from "./planting/short-tier.ts";
import type { Verdict } from "./planting/verdict.ts";

// `npm run mutants [-- word…]`: plants each bug of mutants.ts, or those with these words, in a copy of the sources and
// runs the test that must fail. Exits with 1 if a bug survives or its edit does not apply, does not compile or throws.
// `--tested` omits the runs without a bug, as after the suite. `--tenth` chooses a tenth of the bugs by the day, and ten
// consecutive days all; `--date=YYYY-MM-DD` or `--seed=N` repeats the choice of another day. `--copies=N` runs N tests at
// once. `--against=short` plants the bugs whose test is in the long tier alone, runs the tests of `npm test` that reach
// the edited file until one fails, and prints which; a bug that none catches is no failure.
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    tested: { type: "boolean", default: false },
    tenth: { type: "boolean", default: false },
    date: { type: "string" },
    seed: { type: "string" },
    copies: { type: "string", default: "2" },
    against: { type: "string" },
  },
});
const { tested, tenth, against, copies } = values;
if (against !== undefined && against !== "short") throw new Error(`--against is short, not ${against}`);
if (!/^[1-9]\d?$/.test(copies)) throw new Error(`--copies is a number, not ${copies}`);
const { date, seed } = datedBy(values.date, values.seed);
const isNamed = (bug: string) => positionals.every((word) => bug.includes(word));
const named = mutants.filter((mutant) => isNamed(mutant.bug) && (!against || isLong(mutant.test)));
const chosen = tenth ? tenthOf(named, seed) : named;
const choice = tenth ? `, a tenth: --date=${date} --seed=${seed}` : "";
console.log(`${chosen.length} of ${mutants.length} planted bugs${choice}`);

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const catchers = new Map<string, string>();
const counts = { caught: 0, survived: 0, broken: 0 };

/** The words for a verdict. */
function wordsFor(bug: string, verdict: Verdict): string {
  if (typeof verdict === "object") return `BROKEN, ${verdict.broken}`;
  if (!against) return verdict === "caught" ? verdict : "SURVIVED";
  return verdict === "caught" ? `caught by ${catchers.get(bug)}` : "only the long tier";
}

await plantAll(chosen, {
  tested,
  copies: Number(copies),
  ...(against && { judge: againstShort(importGraph(), ({ bug }, by) => void catchers.set(bug, by)) }),
  compiled: () => console.log(`compiled (${seconds()})`),
  done({ bug, test }, verdict) {
    counts[typeof verdict === "object" ? "broken" : verdict] += 1;
    console.log(`${wordsFor(bug, verdict)}: ${bug} (${test})`);
  },
});
const { caught, survived, broken } = counts;
console.log(
  against
    ? `${caught} caught by npm test, ${survived} by the long tier only, ${broken} broken (${seconds()})`
    : `${caught} caught, ${survived + broken} not (${seconds()})`,
);
process.exit(broken > 0 || (survived > 0 && !against) ? 1 : 0);
