import { join, resolve } from "node:path";
import { runJson, script } from "./common/child.ts";
import { type Figure, figure, median, table } from "./common/figure.ts";
import { inFolder } from "./common/folder.ts";
import { startService, subscribe } from "./common/service.ts";
import { inHttpBench } from "./http/bench.ts";
import { measureRounds, type Round, requireAnswered, type Target } from "./http/rounds.ts";

// `bun bench/compare.ts http|decode OLD_TREE [rounds]`: measures the program of this work tree and of an older one by
// turns. Prints the medians of both and the median of the rounds' ratios, new over old.
const newTree = resolve(import.meta.dir, "..");

function compared(
  title: string,
  unit: string,
  old: readonly number[],
  now: readonly number[],
  note = "",
): Figure[] {
  const ratio = median(now.map((value, at) => value / old[at]!));
  return [
    figure(`${title}, old`, median(old), unit, note),
    figure(`${title}, new`, median(now), unit),
    figure(`${title}, new over old`, ratio, "×"),
  ];
}

/** `GET /vin-decoder/{vin}`: a service of each tree, one generator. */
async function compareHttp(oldTree: string): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const targets: Target[] = [];
    for (const [name, tree] of Object.entries({ old: oldTree, new: newTree })) {
      const service = await startService(bench.folder, join(bench.folder, name), { name, tree });
      const { metered, unlimited } = await subscribe(service);
      const servers = [service.server];
      targets.push({ name, servers, requests: metered });
      targets.push({ name: `${name}, unlimited`, servers, requests: unlimited });
    }
    const { measured, note } = await measureRounds(bench, targets);
    for (const { name } of targets) requireAnswered(name, measured.get(name)!);
    const values = (name: string, of: (round: Round) => number) => measured.get(name)!.map(of);
    const figures = (title: string, unit: string, of: (round: Round) => number, suffix = "", text = "") =>
      compared(title, unit, values(`old${suffix}`, of), values(`new${suffix}`, of), text);
    return [
      ...figures("CPU a request, counted credits", "µs", ({ cpu }) => cpu, "", note),
      ...figures("CPU a request, unlimited credits", "µs", ({ cpu }) => cpu, ", unlimited"),
      ...figures("throughput, counted credits", "req/s", ({ perSecond }) => perSecond),
      ...figures("p99, counted credits", "ms", (round) => round.p99),
      ...figures("resident", "MiB", ({ resident }) => resident),
    ];
  });
}

/** Each tree's decoder in a process of its own, with the same VINs. */
async function compareDecode(oldTree: string, rounds: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const all: Record<"old" | "new", Record<string, number>[]> = { old: [], new: [] };
    const trees = Object.entries({ old: oldTree, new: newTree }) as ["old" | "new", string][];
    for (let round = 0; round < rounds; round++)
      for (const [name, tree] of round % 2 === 0 ? trees : trees.toReversed()) {
        const command = script("decode/tree-child.ts", tree, join(folder, name));
        const { result } = await runJson<Record<string, number>>(command);
        all[name].push(result);
        console.error(`round ${round + 1} of ${rounds}: ${name}, ${JSON.stringify(result)}`);
      }
    return Object.keys(all.new[0]!).flatMap((what) =>
      compared(
        what,
        "VIN/s",
        ...([all.old, all.new].map((runs) => runs.map((run) => run[what]!)) as [number[], number[]]),
      ),
    );
  });
}

const [part, oldTree, rounds = "5"] = process.argv.slice(2);
if (!oldTree || (part !== "http" && part !== "decode")) {
  console.error("usage: bun bench/compare.ts http|decode OLD_TREE [rounds]");
  process.exit(2);
}
process.env.BENCH_ROUNDS = rounds;
const tree = resolve(oldTree);
console.log(table(part === "http" ? await compareHttp(tree) : await compareDecode(tree, Number(rounds))));
