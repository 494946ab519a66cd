import { existsSync } from "node:fs";
import { join } from "node:path";
import { binaryFile, isCurrent } from "../../tools/binary-sources.ts";
import { cpuSeconds } from "./budgets.ts";

const root = join(import.meta.dir, "../..");

interface Built {
  readonly file: string;
  /** CPU seconds that it took. */
  readonly cpu: number;
}

/**
 * The executable that tests of processes start: built if that of `npm run build:binary` is of other sources, unless
 * the environment names one. From source, each process would compile its modules first.
 */
export async function executable(bun: string): Promise<Built | { readonly fault: string }> {
  const named = process.env.VINGATE_TEST_BINARY;
  if (named !== undefined)
    return existsSync(named)
      ? { file: named, cpu: 0 }
      : { fault: `VINGATE_TEST_BINARY: there is no file ${named}` };
  if (await isCurrent()) return { file: binaryFile, cpu: 0 };
  const build = Bun.spawn([bun, "tools/binary.ts"], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  const said = await new Response(build.stderr).text();
  return (await build.exited) === 0 ? { file: binaryFile, cpu: cpuSeconds(build) } : { fault: said };
}
