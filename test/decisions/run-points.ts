// `npm run restores [-- POINTS [SEED]]`: takes both databases back to so many points (40), beside lookups, and prints
// which decisions did not hold. The last line has the counts.
import { kinds } from "../database/databases.ts";
import { takeBack } from "./points.ts";

const [, , points = "40", seed = String(Date.now() % 1_000_000)] = process.argv;
let passed = 0;
let failed = 0;
for (const kind of kinds) {
  if (kind.missing) {
    console.log(`skipped: ${kind.dialect}, which is not installed`);
    continue;
  }
  const begun = performance.now();
  const result = await takeBack(kind, Number(points), Number(seed), (text) =>
    console.log(`${kind.dialect}: ${text}`),
  );
  for (const one of result.undone) console.log(`UNDONE ${kind.dialect}: ${one}`);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${kind.dialect}: ${result.points} points, ${result.decided} decisions, ${result.lookups} lookups, ${result.undone.length} undone, seed ${seed}, ${seconds} s`,
  );
  if (result.undone.length === 0) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
