import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "bun";
import { seen } from "./outages.ts";
import { type Scenario, type ScenarioReport, suffer } from "./scenario.ts";

const megabytes = 96;
const chunk = new Uint8Array(65_536);

/** A small separate disk, or the reason why there is none. */
export function mountDisk(): { readonly path: string; remove(): void } | { readonly reason: string } {
  if (process.platform !== "linux" || Bun.which("mount") === null)
    return { reason: "no disk can be mounted but on Linux" };
  const path = mkdtempSync(join(tmpdir(), "vingate-disk-"));
  const mounted = spawnSync(["mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "vingate-test", path]);
  const remove = () => {
    if (mounted.exitCode === 0) spawnSync(["umount", "-l", path]);
    rmSync(path, { recursive: true, force: true });
  };
  if (mounted.exitCode === 0) return { path, remove };
  remove();
  return { reason: `no disk can be mounted here: ${mounted.stderr.toString().trim()}` };
}

/** Fills a disk, and frees it. */
function fill(path: string): () => void {
  const file = join(path, "filled");
  const handle = openSync(file, "a");
  try {
    for (let size = chunk.length; size >= 1; size >>= 4)
      try {
        for (;;) writeSync(handle, chunk, 0, size);
      } catch {
        // Smaller writes may still succeed.
      }
  } finally {
    closeSync(handle);
  }
  return () => rmSync(file);
}

export interface DiskLengths {
  readonly beforeMs: number;
  readonly fullMs: number;
  readonly afterMs: number;
  readonly times: number;
}

/** Fills the disk under load several times, and frees its space. */
export async function sufferFullDisk(scenario: Scenario, lengths: DiskLengths): Promise<ScenarioReport> {
  const disk = mountDisk();
  if ("reason" in disk) throw new Error(disk.reason);
  const { beforeMs, fullMs, afterMs, times } = lengths;
  try {
    return await suffer({ ...scenario, place: disk.path }, async (_, callers) => {
      const figures: Record<string, number> = {};
      for (let time = 1; time <= times; time++) {
        await Bun.sleep(beforeMs);
        const full = performance.now();
        const empty = fill(disk.path);
        // Space that others free is filled as well.
        const again = setInterval(() => fill(disk.path), 50);
        await Bun.sleep(fullMs);
        clearInterval(again);
        empty();
        const since = performance.now();
        await Bun.sleep(afterMs);
        Object.assign(figures, seen(`full ${time}`, callers, [full, since], beforeMs));
      }
      return figures;
    });
  } finally {
    disk.remove();
  }
}

/** Why calls cannot be made to fail on this machine; undefined if they can. */
export function straceMissing(): string | undefined {
  if (Bun.which("strace") === null) return "strace is not installed";
  const tried = spawnSync(["strace", "-f", "-e", "trace=fsync", "-o", "/dev/null", "true"]);
  return tried.exitCode === 0 ? undefined : `strace does not work here: ${tried.stderr.toString().trim()}`;
}

/** Makes every sync of the service fail for a while, as a dying disk does. */
export function sufferFailedSyncs(scenario: Scenario, lengths: DiskLengths): Promise<ScenarioReport> {
  const { beforeMs, fullMs, afterMs, times } = lengths;
  return suffer(scenario, async (service, callers) => {
    const figures: Record<string, number> = {};
    for (let time = 1; time <= times; time++) {
      await Bun.sleep(beforeMs);
      const failing = performance.now();
      const tracers = service.nodes.map((node) =>
        Bun.spawn(
          [
            ...["strace", "-f", "-q", "-p", String(node.process.pid), "-o", "/dev/null"],
            ...["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"],
          ],
          { stdio: ["ignore", "ignore", "ignore"] },
        ),
      );
      await Bun.sleep(fullMs);
      for (const tracer of tracers) tracer.kill("SIGINT");
      await Promise.all(tracers.map((tracer) => tracer.exited));
      const since = performance.now();
      await Bun.sleep(afterMs);
      Object.assign(figures, seen(`failing ${time}`, callers, [failing, since], beforeMs));
    }
    return figures;
  });
}
