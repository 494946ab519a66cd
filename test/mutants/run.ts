// `npm run mutants [-- word…]`: plants each bug of mutants.ts, or those with these words, in a copy of the
// sources and runs the test that must fail. Exits with 1 if a bug survives or its edit does not apply, does
// not compile or throws. `--tested` omits the runs without a bug, as after the suite.
import { mutants } from "./mutants.ts";
import { plantAll } from "./plant.ts";

const words = process.argv.slice(2).filter((word) => word !== "--tested");
const chosen = mutants.filter(({ bug }) => words.every((word) => bug.includes(word)));
const started = performance.now();
let wrong = 0;
await plantAll(chosen, process.argv.includes("--tested"), ({ bug, test }, verdict) => {
  if (verdict !== "caught") wrong += 1;
  const result =
    typeof verdict === "object" ? `BROKEN, ${verdict.broken}` : verdict === "caught" ? verdict : "SURVIVED";
  console.log(`${result}: ${bug} (${test})`);
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${chosen.length - wrong} caught, ${wrong} not (${seconds} s)`);
process.exit(wrong === 0 ? 0 : 1);
