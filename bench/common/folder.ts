import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopAll } from "./child.ts";

const tmpfsMagic = 0x01021994;

/** Gives `work` an empty folder; afterwards stops all servers and removes it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // On a memory file system a flush would cost nothing.
  const parent = statfsSync(tmpdir()).type === tmpfsMagic ? "/var/tmp" : tmpdir();
  const folder = mkdtempSync(join(parent, "vingate-bench-"));
  // PostgreSQL's server, another user, reads files of it.
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    return await work(folder);
  } finally {
    await stopAll();
    remove();
    process.off("exit", remove);
  }
}
