import { type Figure, figure, medianOf } from "../../../../bench/common/figure.ts";
import { inFolder } from "../../../../bench/common/folder.ts";
import { cpuUs, family, untilIdle } from "../../../../bench/common/measure.ts";
import { startService, subscribe } from "../../../../bench/common/service.ts";
import { roundsOr, secondsOr } from "../../../../bench/common/settings.ts";

const vin = "5J6RW2H59JL990075";
/** The paths of the same lookups, one each. */
const parts = {
  "vin-decoder": `/vin-decoder/${vin}`,
  lien: `/lien/${vin}`,
  auction: `/auction/${vin}`,
  "open-recall": `/open-recall/${vin}`,
  "oil-lookup": `/oil-lookup/${vin}`,
  "ymm-specs": "/ymm-specs/v3/2018/HONDA/CR-V/EX",
};
const connections = 8;

interface Round {
  /** CPU of a part, in µs. */
  readonly cpu: number;
  /** The time of a whole report, or of its lookups one after another, in ms. */
  readonly ms: number;
}

/** A report compared with the lookups that it makes, called one by one. */
export function benchReport(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const { server, url } = await startService(folder, folder, { settings: { VINGATE_DEMO: "on" } });
    const { headers } = (await subscribe({ server, url })).unlimited;
    const get = async (path: string, more: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(url + path, { headers: { ...headers, ...more } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text}`);
    };
    const families = Object.keys(parts).join();
    const report = () => get(`/report/${vin}?families=${families}`);
    let keys = 0;
    const keyed = () => get(`/report/${vin}?families=${families}`, { "idempotency-key": `bench-${++keys}` });
    const singles = async () => {
      for (const path of Object.values(parts)) await get(path);
    };
    const pids = family(server.pid);
    const round = async (work: () => Promise<void>): Promise<Round> => {
      for (const pid of pids) await untilIdle(pid);
      const before = pids.reduce((sum, pid) => sum + cpuUs(pid), 0);
      const times: number[] = [];
      const end = performance.now() + secondsOr(3) * 1000;
      const caller = async () => {
        while (performance.now() < end) {
          const from = performance.now();
          await work();
          times.push(performance.now() - from);
        }
      };
      await Promise.all(Array.from({ length: connections }, caller));
      for (const pid of pids) await untilIdle(pid);
      const cpu = pids.reduce((sum, pid) => sum + cpuUs(pid), 0) - before;
      times.sort((a, b) => a - b);
      return { cpu: cpu / times.length / Object.keys(parts).length, ms: times[times.length >> 1]! };
    };
    const works = { report, keyed, singles };
    const made: Record<keyof typeof works, Round[]> = { report: [], keyed: [], singles: [] };
    for (let at = 0; at <= roundsOr(5); at++)
      for (const name of Object.keys(works) as (keyof typeof works)[]) {
        const measured = await round(works[name]);
        if (at > 0) made[name].push(measured);
      }
    const cpu = (name: keyof typeof works) => medianOf(made[name], (one) => one.cpu);
    const ms = (name: keyof typeof works) => medianOf(made[name], (one) => one.ms);
    const note = `${Object.keys(parts).length} families of the demo set, ${connections} connections`;
    return [
      figure("single lookups, CPU of one", cpu("singles"), "µs", note),
      figure("report, CPU of a part", cpu("report"), "µs", "the same lookups, typed"),
      figure("over the lookup", cpu("report") / cpu("singles"), "×", "target: ≤ 1.5"),
      figure("report with an Idempotency-Key, CPU of a part", cpu("keyed"), "µs", "two transactions a part"),
      figure("lookups one after another", ms("singles"), "ms", "median"),
      figure("report", ms("report"), "ms", "median"),
      figure("report with an Idempotency-Key", ms("keyed"), "ms", "median"),
    ];
  });
}
