import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "bun";
import type { Callers } from "./callers.ts";
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
  /** Whether a fault lasts longer until a call is refused. */
  readonly untilRefused?: boolean;
}

/** Waits this long, and until a call is served. */
async function served(callers: Callers, lengthMs: number): Promise<void> {
  await Promise.all([Bun.sleep(lengthMs), callers.untilSeen(200, performance.now())]);
}

/** Fills the disk under load several times, and frees its space. */
export async function sufferFullDisk(scenario: Scenario, lengths: DiskLengths): Promise<ScenarioReport> {
  const disk = mountDisk();
  if ("reason" in disk) throw new Error(disk.reason);
  const { times, fullMs, untilRefused = false } = lengths;
  try {
    return await suffer({ ...scenario, place: disk.path }, async (_, callers) => {
      const figures: Record<string, number> = {};
      for (let time = 1; time <= times; time++) {
        await served(callers, lengths.beforeMs);
        const full = performance.now();
        const empty = fill(disk.path);
        // Space that others free is filled as well.
        const again = setInterval(() => fill(disk.path), 50);
        await Promise.all([Bun.sleep(fullMs), untilRefused && callers.untilSeen(503, full)]);
        clearInterval(again);
        empty();
        const since = performance.now();
        await served(callers, lengths.afterMs);
        Object.assign(figures, seen(`full ${time}`, callers, [full, since], lengths.beforeMs));
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
  // Some systems let it follow only what it started itself.
  const traced = Bun.spawn(["sleep", "1"]);
  const tried = spawnSync(["strace", "-q", "-p", String(traced.pid), "-e", "trace=fsync", "-o", "/dev/null"]);
  traced.kill();
  return tried.exitCode === 0 ? undefined : `strace does not work here: ${tried.stderr.toString().trim()}`;
}

/** Makes every sync of the service fail for a while, as a dying disk does. */
export function sufferFailedSyncs(scenario: Scenario, lengths: DiskLengths): Promise<ScenarioReport> {
  const { times, fullMs, untilRefused = false } = lengths;
  return suffer(scenario, async (service, callers) => {
    const figures: Record<string, number> = {};
    for (let time = 1; time <= times; time++) {
      await served(callers, lengths.beforeMs);
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
      await Promise.all([Bun.sleep(fullMs), untilRefused && callers.untilSeen(503, failing)]);
      for (const tracer of tracers) tracer.kill("SIGINT");
      await Promise.all(tracers.map((tracer) => tracer.exited));
      const since = performance.now();
      await served(callers, lengths.afterMs);
      Object.assign(figures, seen(`failing ${time}`, callers, [failing, since], lengths.beforeMs));
    }
    return figures;
  });
}
