import type { Figure } from "../figure.ts";
import { type PeerName, peerNames } from "./peers.ts";
import { middle, type Round, ratio, requireAnswered } from "./rounds.ts";

/** All rounds of each target, in the order they were run. */
export interface Measured {
  readonly floor: readonly Round[];
  readonly metered: readonly Round[];
  readonly unlimited: readonly Round[];
  readonly peers: ReadonlyMap<PeerName, readonly Round[]>;
  readonly missing: ReadonlyMap<PeerName, string>;
}

const peerTargets: Record<PeerName, number> = { nginx: 1, fastapi: 3, gateway: 10 };

function ofTarget(name: string, rounds: readonly Round[], how: string): Figure[] {
  const answered = requireAnswered(name, rounds);
  const busy = Math.round(100 * middle(rounds, (round) => round.generatorBusy));
  return [
    { name: `CPU a request, ${name}`, value: middle(rounds, (round) => round.cpu), unit: "µs", note: how },
    {
      name: `throughput, ${name}`,
      value: middle(rounds, (round) => round.perSecond),
      unit: "req/s",
      note: `${answered}; generator's core ${busy} % busy`,
    },
    { name: `p50, ${name}`, value: middle(rounds, (round) => round.p50), unit: "ms" },
    { name: `p99, ${name}`, value: middle(rounds, (round) => round.p99), unit: "ms" },
    { name: `resident, ${name}`, value: Math.max(...rounds.map((round) => round.resident)), unit: "MiB" },
  ];
}

/** The figures of every target and, as medians of the rounds' ratios, how the service compares. */
export function figuresOf(measured: Measured, how: string): Figure[] {
  const { floor, metered, unlimited, peers, missing } = measured;
  const cpu = (round: Round) => round.cpu;
  const perSecond = (round: Round) => round.perSecond;
  const figures = [
    ...ofTarget("counted credits", metered, how),
    ...ofTarget("unlimited credits", unlimited, "the same service, another subscription"),
    ...ofTarget("bare Bun.serve", floor, "no key, no decode: one answer of the average length"),
  ];
  for (const [name, rounds] of peers) figures.push(...ofTarget(peerNames[name], rounds, ""));
  const note = "target ≤ 2";
  figures.push(
    { name: "CPU over bare Bun.serve, counted credits", value: ratio(metered, floor, cpu), unit: "×", note },
    { name: "CPU over bare Bun.serve, unlimited", value: ratio(unlimited, floor, cpu), unit: "×", note },
    {
      name: "throughput over bare Bun.serve, counted credits",
      value: ratio(metered, floor, perSecond),
      unit: "×",
    },
  );
  for (const name of Object.keys(peerNames) as PeerName[]) {
    const rounds = peers.get(name);
    figures.push({
      name: `throughput over ${peerNames[name]}, counted credits`,
      value: rounds ? ratio(metered, rounds, perSecond) : 0,
      unit: "×",
      note: rounds
        ? `target ≥ ${peerTargets[name]}; by CPU a request ${ratio(rounds, metered, cpu).toFixed(2)}`
        : `not measured, it cannot be had here: ${missing.get(name)}`,
    });
  }
  return figures;
}
