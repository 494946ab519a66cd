import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let own: string | undefined;

/** A folder for what several files of a run use, and that is removed after it: the runner's, or one of this process. */
function runFolder(): string {
  const shared = process.env.VINGATE_TEST_PLACE;
  if (shared !== undefined) return shared;
  if (own === undefined) {
    const made = mkdtempSync(join(tmpdir(), "vingate-run-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    own = made;
  }
  return own;
}

/** The path of a file or folder that is made once in a run. Two processes may make it at once: one of both is kept. */
export async function madeOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(runFolder(), name);
  if (existsSync(path)) return path;
  mkdirSync(runFolder(), { recursive: true });
  const part = `${path}.${process.pid}`;
  await make(part);
  try {
    renameSync(part, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(part, { recursive: true, force: true });
  }
  return path;
}
