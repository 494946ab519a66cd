import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "../../src/base/processes.ts";

/** What a run may write at once. */
const roomBytes = 4 * 2 ** 30;

/** Its processes need as much again: a machine with less must not swap. */
const memoryBytes = 2 * roomBytes;

/** The type that `statfs` gives a file system in memory. */
const tmpfs = 0x01021994;

/**
 * A folder for all temporary files of a run, in memory where it has room: files of databases are made and removed by the
 * thousand. Only this user may list it, but PostgreSQL, which is another user for root, reaches what is in it.
 */
export function makePlace(): { readonly folder: string; remove(): void } {
  const home = ["/dev/shm", process.env.XDG_RUNTIME_DIR ?? ""].find(fits) ?? tmpdir();
  removeStale(home);
  const folder = join(home, `${prefix}${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  // A server that is ending may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { folder, remove };
}

const prefix = `vingate-tests-${process.getuid?.() ?? 0}-`;

function fits(home: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(home);
    // The first one ignores the limits of containers.
    const memory = Math.min(process.availableMemory(), process.constrainedMemory());
    const hasRoom = bavail * bsize >= roomBytes && memory >= memoryBytes;
    return type === tmpfs && hasRoom && runsPrograms(home);
  } catch {
    return false;
  }
}

/** Containers often mount their memory so that nothing in it can be executed. */
function runsPrograms(home: string): boolean {
  const program = join(home, `${prefix}${process.pid}-probe`);
  try {
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return Bun.spawnSync([program]).success;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}

/** Removes what runs left that were killed. */
function removeStale(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isProcessAlive(pid))
      rmSync(join(home, name), { recursive: true, force: true });
  }
}
