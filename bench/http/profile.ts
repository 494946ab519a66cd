import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Figure, table } from "../figure.ts";
import type { Generator } from "./load.ts";
import { startService } from "./service.ts";
import type { Vins } from "./vins.ts";

const shownMax = 40;
const root = join(import.meta.dir, "..", "..");

/** A `.cpuprofile`, as far as it is read here. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Self time by function, longest first, microseconds. Bun's own functions are told apart by who calls them. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): [name: string, us: number][] {
  const own = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const { functionName, url, lineNumber } = callFrame;
    const file = url
      .replace(/^file:\/\//, "")
      .replace(/^.*\/node_modules\//, "")
      .replace(`${root}/`, "");
    own.set(id, `${functionName || "(anonymous)"}${file && ` ${file}:${lineNumber + 1}`}`);
  }
  const names = new Map(own);
  for (const { id, children = [] } of nodes)
    for (const child of children) {
      const name = own.get(child);
      if (name && !name.includes(":")) names.set(child, `${name} ← ${names.get(id)}`);
    }
  const times = new Map<string, number>();
  for (const [at, node] of samples.entries()) {
    const name = names.get(node) ?? "(unknown)";
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return [...times].sort(([, a], [, b]) => b - a);
}

/** Runs the service under Bun's sampling profiler while it is loaded, and says where its time went. */
export async function profileService(
  folder: string,
  dataDir: string,
  vins: Vins,
  generator: Generator,
  seconds: number,
): Promise<string> {
  const flags = ["--cpu-prof", "--cpu-prof-dir", folder, "--cpu-prof-interval", "500"];
  const { server, metered } = await startService(folder, dataDir, { bunFlags: flags });
  const seen = await generator.load(metered, vins.file, 0, seconds);
  await server.stop();
  const name = readdirSync(folder).find((each) => each.endsWith(".cpuprofile"));
  if (!name) throw new Error("Bun wrote no profile");
  const times = selfTimes(JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile);
  const total = times.reduce((sum, [, us]) => sum + us, 0);
  const figures: Figure[] = times.slice(0, shownMax).map(([what, us]) => ({
    name: what,
    value: us / seen.requests,
    unit: "µs",
    note: `${((100 * us) / total).toFixed(1)} %`,
  }));
  const heading = `${seen.requests} requests, ${Math.round(seen.requests / seen.seconds)} req/s under the profiler; self time a request, the start and idle time included`;
  return `${heading}\n\n${table(figures)}`;
}
