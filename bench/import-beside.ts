import { join } from "node:path";
import type { FirstRun } from "../src/management/system/first-run.ts";
import type { Kind } from "../test/database/databases.ts";
import type { ServiceProcess } from "../test/service-process.ts";
import type { Figure } from "./figure.ts";
import { startImportService } from "./import-service.ts";

const askedMs = 6000;
const pauseMs = 2;
const main = join(import.meta.dir, "../src/main.ts");

/** One lookup after another for some time, or until something has ended: how long they took, sorted. */
async function lookupTimes(
  { url }: ServiceProcess,
  key: string,
  until?: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let ended = false;
  void until?.then(() => {
    ended = true;
  });
  const end = performance.now() + askedMs;
  while (until ? !ended : performance.now() < end) {
    const begun = performance.now();
    const got = await fetch(`${url}/lien/5J6RW2H59JL990075`, { headers: { "x-AuthKey": key } });
    await got.arrayBuffer();
    if (got.status !== 200) throw new Error(`a lookup answered ${got.status}`);
    times.push(performance.now() - begun);
    await Bun.sleep(pauseMs);
  }
  return times.sort((a, b) => a - b);
}

const p99 = (times: readonly number[]): number => times[Math.floor(times.length * 0.99)]!;

/** How long lookups of a running service take, alone and while the command line imports into the same table. */
export async function besideLookups(kind: Kind, file: string): Promise<Figure[]> {
  await using started = await startImportService(kind, { VINGATE_DEMO: "on" });
  const { service, folder, settings } = started;
  const { demo_key: key } = (await Bun.file(join(folder, "first-run.json")).json()) as FirstRun;
  await lookupTimes(service, key!);
  const alone = await lookupTimes(service, key!);
  const env = { PATH: process.env.PATH, VINGATE_DATA_DIR: folder, ...settings } as Record<string, string>;
  // A dry run: the demo record that is looked up stays.
  const importing = Bun.spawn([process.execPath, main, "import", "records", "lien", file, "--dry-run"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const beside = await lookupTimes(service, key!, importing.exited);
  return [
    {
      name: `lookups' p99, ${kind.dialect}`,
      value: p99(alone),
      unit: "ms",
      note: `one after another, ${alone.length} of them`,
    },
    {
      name: `lookups' p99 beside an import, ${kind.dialect}`,
      value: p99(beside),
      unit: "ms",
      note: `${(p99(beside) / p99(alone)).toFixed(2)} × alone, ${beside.length} of them; target ≤ 2 ×`,
    },
  ];
}
