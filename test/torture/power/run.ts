import { parseArgs } from "node:util";
import { straceMissing } from "../disks.ts";
import { losses } from "./disk.ts";
import { type LossResult, losePower, type Tally } from "./lose-power.ts";
import { type Recording, recordService, shapeOf } from "./recording.ts";
import { loseSwaps } from "./swaps.ts";

// `npm run power-loss -- --states N --seed S`: rebuilds states that a power loss can leave of a data folder, from what a
// real service wrote and synced, and starts each. Exits with 1 if a promise was broken, with 2 if nothing could run.

const { values } = parseArgs({ options: { states: { type: "string" }, seed: { type: "string" } } });
const states = Number(values.states ?? 10_000);
const seed = Number(values.seed ?? Math.floor(Date.now() / 86_400_000));
if (!Number.isSafeInteger(states) || states < 1 || !Number.isSafeInteger(seed)) {
  console.error("usage: npm run power-loss -- [--states N] [--seed S]");
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const missing = straceMissing();
if (missing !== undefined) {
  console.log(`power loss: skipped, because ${missing}`);
  process.exit(2);
}
const from = performance.now();
const recordings: Recording[] = [];
for (const sync of ["interval", "always"] as const) {
  recordings.push(await recordService(sync, { bursts: 150, rotates: true }));
  recordings.push(await recordService(sync, { bursts: 150, fails: "now and then" }));
}
recordings.push(await recordService("always", { bursts: 150, fails: "in a row" }));
for (const one of recordings) console.log(shapeOf(one));
const swaps = await loseSwaps(seed, Math.max(1, Math.round(states / 2000)));
const begun = performance.now();
let done = 0;
const printed = setInterval(() => {
  const rate = (done * 1000) / (performance.now() - begun);
  const left = Math.round((states - done) / Math.max(rate, 0.01));
  console.log(`${done} of ${states} states, ${rate.toFixed(1)} a second, ${left} s left`);
}, 5000);
const results: LossResult[] = [];
for (const [index, recording] of recordings.entries()) {
  const part = Math.ceil((states - done) / (recordings.length - index));
  results.push(await losePower(recording, { states: part, seed: seed + index, done: () => void done++ }));
}
clearInterval(printed);
for (const [index, { tallies, broken }] of results.entries()) {
  for (const loss of losses)
    console.log(`${recordings[index]!.name}, ${loss}: ${textOf(tallies.get(loss)!)}`);
  for (const line of broken) console.log(`  BROKEN  ${line}`);
}
console.log(`master key, VIN data, proof.log: ${swaps.states} states, ${swaps.broken.length} faults`);
for (const line of swaps.broken.slice(0, 20)) console.log(`  BROKEN  ${line}`);
const all = results.flatMap(({ tallies }) => [...tallies.values()]);
const sum = (of: keyof Tally) => all.reduce((total, each) => total + each[of], 0);
const seconds = Math.round((performance.now() - from) / 1000);
console.log(
  `power loss: ${sum("states") + swaps.states} states of ${recordings.length + 1} recordings (seed ${seed}, ${seconds} s): ` +
    `${sum("broken") + swaps.broken.length} broken, ${sum("repaired")} repaired by the start (${sum("voided")} calls void), ${sum("replayed")} decisions made again, ${sum("persons")} for a person`,
);
process.exit(sum("broken") + swaps.broken.length === 0 ? 0 : 1);

function textOf({ states: count, broken, repaired, voided, replayed, persons }: Tally): string {
  return `${count} states, ${broken} broken, ${repaired} repaired (${voided} calls void), ${replayed} decisions made again, ${persons} for a person`;
}
