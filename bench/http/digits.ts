import { polynomials } from "../../test/patterns/polynomial.ts";
import { type Figure, figure, median, p99 } from "../common/figure.ts";
import { type Requests, startService, subscribe } from "../common/service.ts";
import { roundsOr, secondsOr } from "../common/settings.ts";
import { distinctVins } from "../common/vins.ts";
import { inHttpBench } from "./bench.ts";

const callers = 4;
const attackers = 3;
const bodyBytes = 256_000;
// One fewer than the scan of JSON searches for.
const runLength = 299;
const vins = distinctVins(1000);

/** Requests over some connections until a moment; resolves to their times, ms. Throws for another status. */
async function requestUntil(
  end: number,
  connections: number,
  status: number,
  request: (index: number) => Promise<Response>,
): Promise<number[]> {
  const times: number[] = [];
  let index = 0;
  const loop = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const response = await request(index++);
      await response.arrayBuffer();
      if (response.status !== status) throw new Error(`${response.url} returned ${response.status}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return times;
}

const bodyOf = (character: string): string => {
  const run = `${character.repeat(runLength)}x`;
  return JSON.stringify({ vins: run.repeat(Math.floor(bodyBytes / run.length)) });
};

/** The time of a search in a text, ms: the shortest of some. */
function searchMs(pattern: RegExp, text: string): number {
  const times = Array.from({ length: 20 }, () => {
    const begun = performance.now();
    pattern.lastIndex = 0;
    pattern.test(text);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

/** What long bodies of one customer cost the lookups of another, and each polynomial pattern at its bound. */
export function benchDigits(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    // `VINGATE_BENCH_TREE`: the work tree of another version.
    const tree = process.env.VINGATE_BENCH_TREE;
    const service = await startService(bench.folder, bench.dataDir, tree === undefined ? {} : { tree });
    const { metered, unlimited } = await subscribe(service);
    const lookUp =
      ({ base, headers }: Requests) =>
      (index: number) =>
        fetch(base + vins[index % vins.length], { headers });
    const send = (body: string) => () =>
      fetch(`${service.url}/vin-decoder/batch`, {
        method: "POST",
        headers: { ...unlimited.headers, "content-type": "application/json" },
        body,
      });
    const bodies: Record<string, string | undefined> = {
      alone: undefined,
      letters: bodyOf("a"),
      digits: bodyOf("1"),
    };
    const measured: Record<string, number[][]> = { alone: [], letters: [], digits: [] };
    for (let round = 0; round < roundsOr(3); round++)
      for (const [name, body] of Object.entries(bodies)) {
        const end = performance.now() + secondsOr(4) * 1000;
        const [times] = await Promise.all([
          requestUntil(end, callers, 200, lookUp(metered)),
          body && requestUntil(end, attackers, 422, send(body)),
        ]);
        measured[name]!.push(times);
      }
    const of = (name: string, value: (times: readonly number[]) => number) =>
      median(measured[name]!.map(value));
    const ratios = measured.digits!.map((times, round) => p99(times) / p99(measured.letters![round]!));
    return [
      ...Object.keys(measured).flatMap((name) => [
        figure(`p50 of others' lookups, ${name}`, of(name, median), "ms"),
        figure(`p99 of others' lookups, ${name}`, of(name, p99), "ms"),
      ]),
      figure("p99 beside digits over letters", median(ratios), "×", "target ≤ 2"),
      ...polynomials.map(({ file, source, flags, slow }) =>
        figure(
          `${file} at its bound`,
          searchMs(new RegExp(source, flags), slow),
          "ms",
          `${slow.length} characters`,
        ),
      ),
    ];
  });
}
