import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, planted } from "../mutant.ts";
import { logFile } from "./copies.ts";
import { testIn } from "./run-in.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** What `run` resolves to on sources with the bug. */
export async function withBug<T>(copy: string, mutant: Mutant, run: () => Promise<T>): Promise<T> {
  const file = join(copy, mutant.file);
  // A link would lead to the project's own file.
  if (realpathSync(file) !== file) throw new Error(`${mutant.file} is not copied`);
  const source = readFileSync(file, "utf8");
  writeFileSync(file, planted(source, mutant));
  try {
    return await run();
  } finally {
    writeFileSync(file, source);
  }
}

/** The verdict of the mutant's test on sources with the bug; `clean` runs it without the bug. */
export async function tryMutant(copy: string, mutant: Mutant, clean = false): Promise<Verdict> {
  const test = async () => {
    const log = join(copy, logFile);
    rmSync(log, { force: true });
    const ended = await testIn(copy, [`./${mutant.test}`, "-t", mutant.named]);
    return verdictOf({ ...ended, logged: existsSync(log) ? readFileSync(log, "utf8") : "" });
  };
  return clean ? test() : withBug(copy, mutant, test);
}
