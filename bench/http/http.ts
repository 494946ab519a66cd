import { pinning } from "../common/child.ts";
import { type Figure, figure, medianOf } from "../common/figure.ts";
import { startService, subscribe } from "../common/service.ts";
import { inHttpBench } from "./bench.ts";
import { startBackend } from "./peers/nginx.ts";
import { peers, startPeers } from "./peers/peers.ts";
import { measureRounds, type Round, ratio, requireAnswered, startFloor, type Target } from "./rounds.ts";

const [floor, metered, unlimited] = ["bare Bun.serve", "counted credits", "unlimited credits"] as const;
const codings = ["zstd", "gzip"] as const;
const coded = (coding: string) => `counted credits, compressed as ${coding}`;
const notes: Readonly<Record<string, string>> = {
  [unlimited]: "the same service, another subscription",
  [floor]: "no key, no decode: one response of the average length",
};

export function figuresOf(name: string, rounds: readonly Round[], note: string): Figure[] {
  const busy = Math.round(100 * medianOf(rounds, (round) => round.generatorBusy));
  const answered = `${requireAnswered(name, rounds)}; generator's core ${busy} % busy`;
  return [
    figure(
      `CPU a request, ${name}`,
      medianOf(rounds, (round) => round.cpu),
      "µs",
      note,
    ),
    figure(
      `throughput, ${name}`,
      medianOf(rounds, (round) => round.perSecond),
      "req/s",
      answered,
    ),
    figure(
      `p50, ${name}`,
      medianOf(rounds, (round) => round.p50),
      "ms",
    ),
    figure(
      `p99, ${name}`,
      medianOf(rounds, (round) => round.p99),
      "ms",
    ),
    figure(`resident, ${name}`, Math.max(...rounds.map((round) => round.resident)), "MiB"),
  ];
}

/** `GET /vin-decoder/{vin}` compared with its floor and its peers, one server on a core. */
export function benchHttp(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const callers = await subscribe(service);
    const servers = [service.server];
    const started = await startPeers(bench, peers, startBackend(bench));
    const targets: Target[] = [
      { name: metered, servers, requests: callers.metered },
      { name: unlimited, servers, requests: callers.unlimited },
      ...codings.map((coding) => {
        const headers = { ...callers.metered.headers, "accept-encoding": coding };
        return { name: coded(coding), servers, requests: { ...callers.metered, headers } };
      }),
      await startFloor(bench, floor),
      ...started.targets,
    ];
    const { measured, note } = await measureRounds(bench, targets);
    const rounds = (name: string) => measured.get(name)!;
    const over = (value: (round: Round) => number, a: string, b: string) =>
      ratio(rounds(a), rounds(b), value);
    const cpu = (round: Round) => round.cpu;
    const perSecond = (round: Round) => round.perSecond;
    const how: Readonly<Record<string, string>> = { ...notes, [metered]: `${note}, ${pinning}` };
    return [
      ...targets.flatMap(({ name }) => figuresOf(name, rounds(name), how[name] ?? "")),
      figure(`CPU over ${floor}, counted credits`, over(cpu, metered, floor), "×", "target ≤ 2"),
      figure(`CPU over ${floor}, unlimited`, over(cpu, unlimited, floor), "×", "target ≤ 2"),
      ...codings.map((coding) =>
        figure(`CPU over counted credits, compressed as ${coding}`, over(cpu, coded(coding), metered), "×"),
      ),
      figure(`throughput over ${floor}, counted credits`, over(perSecond, metered, floor), "×"),
      ...peers.map(({ name, target }) => {
        const title = `throughput over ${name}, counted credits`;
        const missing = started.missing.get(name);
        if (missing) return figure(title, 0, "×", `not measured, it is not available here: ${missing}`);
        const byCpu = over(cpu, name, metered).toFixed(2);
        return figure(
          title,
          over(perSecond, metered, name),
          "×",
          `target ≥ ${target}; by CPU a request ${byCpu}`,
        );
      }),
    ];
  });
}
