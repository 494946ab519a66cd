import { changeBytes } from "./changes.ts";

// `bun test/verify/run-changes.ts [COUNT] [SEED]` changes one byte of a statement or its files, so often.
const [count = "10000", seed = `${Date.now() % 1_000_000}`] = process.argv.slice(2);
const { accepted, equal } = await changeBytes(Number(count), Number(seed));
for (const change of accepted) console.log(change);
console.log(
  `${count} changes, seed ${seed}: ${accepted.length} not refused; ${equal} changed packed bytes of the same lines`,
);
process.exitCode = accepted.length > 0 ? 1 : 0;
