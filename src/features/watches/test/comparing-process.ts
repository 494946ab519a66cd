import { openDatabase } from "../../../database/open.ts";
import { claimMs } from "../comparison/swaps.ts";
import { writeChanges } from "../comparison/write-changes.ts";
import { compareAll } from "./watched.ts";

// Compares all swaps, or kills itself in or after a transaction. Arguments: the database, how many were killed before,
// and the number of transactions until its end, 0 for none.
const [options = "{}", killed = "0", ends = "0"] = process.argv.slice(2);
const db = await openDatabase(JSON.parse(options));
// The claim of a killed process ends in the time of the next.
const later = Number(killed) * (claimMs + 1);
let transactions = 0;
const end = (inside: boolean) => {
  const isInside = Number(killed) % 2 === 0;
  if (transactions === Number(ends) && inside === isInside) process.kill(process.pid, "SIGKILL");
};
await compareAll(db, {
  clock: () => Date.now() + later,
  watchesPerStep: 20,
  step: async () => end(false),
  async write(tx, now, changes) {
    transactions += 1;
    await writeChanges(tx, now, changes);
    end(true);
  },
});
await db.close();
