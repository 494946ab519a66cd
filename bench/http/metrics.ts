import { operations } from "../../src/operations.ts";
import { WorkerMetrics } from "../../src/server/processes/worker-metrics.ts";
import { Metrics } from "../../src/telemetry/metrics/metrics.ts";
import { SampleSender } from "../../src/telemetry/metrics/sample-stream.ts";
import { count, type Figure, figure, median } from "../common/figure.ts";
import { roundsOr, scaled } from "../common/settings.ts";

const rounds = roundsOr(9);
const calls = scaled(5_000_000);
const workers = 12;
const statuses = [200, 304, 404, 500];

/** A worker's counts after every operation has answered in every class. */
function used(): Metrics {
  const metrics = new Metrics();
  for (const { id, lookup, tag } of operations)
    for (const status of statuses) metrics.operation(id, lookup?.api ?? tag).add(status, 0, 2000);
  for (let api = 0; api < 40; api++) {
    for (const status of statuses) metrics.api(`api${api}`).add(status, 0, 2000);
    metrics.upstream(`api${api}`).answered += 1;
  }
  return metrics;
}

/** CPU of this process, ms: other programs run beside. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function milliseconds(work: () => unknown, times = 100): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const since = cpuMs();
    for (let time = 0; time < times; time++) await work();
    all.push((cpuMs() - since) / times);
  }
  return median(all);
}

/** What counting a call and reading the metrics cost the thread. */
export async function benchMetrics(): Promise<Figure[]> {
  const metrics = used();
  const meter = metrics.operation("decodeVin", "vin-decoder");
  const started = performance.now();
  const counting = () => {
    for (let call = 0; call < calls; call++) {
      meter.add(call % 50 === 0 ? 404 : 200, started, 2000);
      metrics.countCall(200);
    }
  };
  counting();
  const ns = ((await milliseconds(counting, 1)) / calls) * 1e6;
  const sender = new SampleSender();
  const own = metrics.samples();
  const others = Array.from({ length: workers }, () => used().samples());
  const supervised = new WorkerMetrics();
  for (const samples of others) supervised.add({ samples, refreshSamples: async () => undefined });
  const text = await supervised.text([]);
  const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length;
  const note = `${count(own.length)} samples of ${operations.length} operations in ${statuses.length} classes`;
  return [
    figure("counting a call", ns, "ns", "the goal is 100 ns"),
    figure(
      "thread of a worker, one scrape",
      await milliseconds(() => {
        structuredClone(sender.pack(metrics.samples()));
        Buffer.from(structuredClone(text));
      }),
      "ms",
      `${note}, to the supervisor, and the text back; the goal is 1 ms`,
    ),
    figure("thread of a process alone", await milliseconds(() => metrics.ownText([])), "ms"),
    figure(
      `thread of a supervisor of ${workers} workers`,
      await milliseconds(() => supervised.text([]), 10),
      "ms",
      "it answers no request",
    ),
    figure("series", series, "", "the goal is 2,000 for any number of customers"),
    figure("text", text.length / 1024, "kB"),
  ];
}
