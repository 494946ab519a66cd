import { OperatorError } from "../../../base/operator-error.ts";
import { compactMapping, readsTheSame } from "./compact-mapping.ts";
import type { MappingWork } from "./read-apart.ts";
import { readMapping } from "./read-mapping.ts";

// `read-apart.ts` starts this as a process: a text can be made so that reading it takes long.
const work = (await Bun.stdin.json()) as MappingWork;
await Bun.write(Bun.stdout, JSON.stringify("compact" in work ? work.compact.map(compacted) : read(work)));

function read({ text, former }: Extract<MappingWork, { readonly text: string }>) {
  const reading = readMapping(text);
  return { reading, isSame: former !== null && "api" in reading && readsTheSame(text, former) };
}

function compacted(text: string) {
  try {
    return { compact: compactMapping(text) };
  } catch (error) {
    if (error instanceof OperatorError) return { fault: error.message };
    throw error;
  }
}
