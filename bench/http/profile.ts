import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Figure, figure } from "../common/figure.ts";
import { startService, subscribe } from "../common/service.ts";
import { secondsOr } from "../common/settings.ts";
import { inHttpBench } from "./bench.ts";

const shownMax = 40;
const root = resolve(import.meta.dir, "../..");

/** The members of a `.cpuprofile` that are read here. */
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

/** Self time by function, longest first, µs. The names of Bun's own functions have their callers'. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): [name: string, us: number][] {
  const own = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const { functionName, url, lineNumber } = callFrame;
    const path = url.replace(/^file:\/\//, "").replace(/^.*\/node_modules\//, "");
    const file = path.replace(`${root}/`, "");
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

/** Self time per request by function while the service is loaded, from Bun's sampling profiler; with the start. */
export function benchProfile(): Promise<Figure[]> {
  return inHttpBench(async ({ folder, dataDir, vins, generator }) => {
    const bunFlags = ["--cpu-prof", "--cpu-prof-dir", folder, "--cpu-prof-interval", "500"];
    const service = await startService(folder, dataDir, { bunFlags });
    const { metered } = await subscribe(service);
    const { requests, seconds } = await generator.load(metered, vins.file, 0, secondsOr(10));
    await service.server.stop();
    const name = readdirSync(folder).find((each) => each.endsWith(".cpuprofile"));
    if (!name) throw new Error("Bun wrote no profile");
    const times = selfTimes(JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile);
    const total = times.reduce((sum, [, us]) => sum + us, 0);
    const share = (us: number) => `${((100 * us) / total).toFixed(1)} %`;
    return [
      figure("requests under the profiler", requests / seconds, "req/s"),
      ...times.slice(0, shownMax).map(([what, us]) => figure(what, us / requests, "µs", share(us))),
    ];
  });
}
