import { join } from "node:path";
import { placeTestPack } from "../../test/vin/shared-pack.ts";
import { freePort } from "../common/child.ts";
import { count, type Figure, figure, median } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { operatorToken, type Requests, startService, subscribe } from "../common/service.ts";
import { roundsOr, scaled } from "../common/settings.ts";
import { distinctVins } from "../common/vins.ts";

const warmMs = 5;
const coldMs = 20;
const coldRounds = roundsOr(3);
const repeats = scaled(15, 2);

/** A request by its name; `index` counts repetitions, for requests that a cache must not answer. */
interface Named {
  readonly name: string;
  readonly by: "key" | "operator" | "anybody";
  readonly path: (index: number) => string;
  readonly form?: string;
  readonly type?: string;
  readonly status?: number;
}

const vins = distinctVins(10_000);
const batch = (format: string, size = 1000): Named => ({
  name: `a vPIC batch of ${count(size)} VINs as ${format}`,
  by: "key",
  path: () => "/vehicles/DecodeVINValuesBatch/",
  form: `format=${format}&data=${vins.slice(0, size).join(";")}`,
});
const parameters = Array.from({ length: 30_000 }, (_, index) => `p${index}=1`).join("&");
const years = (first: number, index: number) => String(first - index);

const requests: readonly Named[] = [
  {
    name: "an operator's page of 1,000 requests",
    by: "operator",
    path: () => "/reports/byRequest?page_size=1000",
  },
  {
    name: "the third such page of calls with a status",
    by: "operator",
    path: () => "/reports/byRequest?page_size=1000&page=3&response_code=2xx",
  },
  batch("json"),
  batch("xml"),
  batch("csv"),
  batch("xml", 10_000),
  {
    name: "a vPIC batch of 500,000 separators",
    by: "key",
    path: () => "/vehicles/DecodeVINValuesBatch/",
    form: `format=xml&data=${";".repeat(500_000)}`,
  },
  {
    name: "a batch of 10,000 lines",
    by: "key",
    path: () => "/vin-decoder/batch",
    form: vins.join("\n"),
    type: "application/x-ndjson",
  },
  {
    name: "a batch of 10,000 VINs as JSON",
    by: "key",
    path: () => "/vin-decoder/batch",
    form: JSON.stringify({ vins }),
    type: "application/json",
  },
  {
    name: "a form of 30,000 parameters",
    by: "key",
    path: () => "/vehicles/DecodeVINValuesBatch/",
    form: parameters,
    status: 413,
  },
  {
    name: "a query of 2,000 parameters",
    by: "key",
    path: () => `/vehicles/DecodeVinValues/${vins[0]}?format=json&${parameters.slice(0, 14_000)}`,
  },
  {
    name: "an unknown motorcycle make",
    by: "key",
    path: (index) => `/motorcycle-decode/${years(2018, index)}/Unknown${index}/Glide`,
    status: 404,
  },
  {
    name: "a motorcycle model with many patterns",
    by: "key",
    path: () => "/motorcycle-decode/2022/Polaris/Sportsman",
  },
  {
    name: "an unknown model of a make with many series",
    by: "key",
    path: (index) => `/repair-estimates/${years(2023, index)}/International/Unknown/Base`,
    status: 404,
  },
  {
    name: "a year of the catalogue, makes",
    by: "key",
    path: (index) => `/repair-estimates/options/make/${years(2023, index)}`,
  },
  {
    name: "a year of the catalogue, models",
    by: "key",
    path: (index) => `/repair-estimates/options/model/${years(2023, index)}/Ford`,
  },
  {
    name: "a year of the catalogue, motorcycle makes",
    by: "key",
    path: (index) => `/motorcycle-decode/options/make/${years(2023, index)}`,
  },
  { name: "all years of motorcycles", by: "key", path: () => "/motorcycle-decode/options/year" },
  { name: "GET /openapi.json", by: "anybody", path: () => "/openapi.json" },
];

/** How long one request holds the service's thread without a break, ms of its CPU. */
async function heldBy(url: string, clock: string, key: Requests, request: Named, index: number) {
  const headers = {
    ...(request.by === "key" && key.headers),
    ...(request.by === "operator" && { authorization: `Bearer ${operatorToken}` }),
    ...(request.form && { "content-type": request.type ?? "application/x-www-form-urlencoded" }),
  };
  const init = request.form === undefined ? { headers } : { method: "POST", headers, body: request.form };
  await fetch(clock);
  const response = await fetch(url + request.path(index), init);
  const { byteLength } = await response.arrayBuffer();
  const held = (await (await fetch(clock)).json()) as number;
  const { status = 200 } = request;
  if (response.status !== status) throw new Error(`${request.name} returned ${response.status}`);
  return { held, note: `${response.status}, ${byteLength} bytes` };
}

/** The CPU for which named requests hold the service's thread: the first of a process, and later ones. */
export function benchThread(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const options = {
      bunFlags: ["--preload", join(import.meta.dir, "thread-clock.ts")],
      side: "any" as const,
    };
    const started = async () => {
      const port = freePort();
      const settings = { BENCH_CLOCK_PORT: String(port) };
      const { server, url } = await startService(folder, dataDir, { ...options, settings });
      const clock = `http://127.0.0.1:${port}/`;
      await fetch(clock);
      return { server, url, clock };
    };
    const { key } = await prepare(folder, dataDir);
    const figures: Figure[] = [];
    const only = process.env.BENCH_THREAD;
    for (const request of requests.filter(({ name }) => !only || new RegExp(only).test(name))) {
      const cold: number[] = [];
      const warm: number[] = [];
      let note = "";
      for (let round = 0; round < coldRounds; round++) {
        const { server, url, clock } = await started();
        const first = await heldBy(url, clock, key, request, 0);
        cold.push(first.held);
        note = first.note;
        if (round === 0)
          for (let index = 1; index <= repeats; index++)
            warm.push((await heldBy(url, clock, key, request, index)).held);
        await server.stop();
      }
      const [coldest, warmest] = [median(cold), median(warm.slice(-Math.ceil(repeats / 2)))];
      figures.push(
        figure(`${request.name}, first`, coldest, "ms", goal(coldest, coldMs, note)),
        figure(
          `${request.name}, later`,
          warmest,
          "ms",
          goal(warmest, warmMs, `at most ${Math.max(...warm).toFixed(1)}`),
        ),
      );
    }
    return figures;
  });
}

const goal = (ms: number, max: number, note: string) =>
  `${note}; ${ms > max ? "MISSED: " : ""}target ≤ ${max}`;

/** A data folder with some thousand recorded calls, and the key of a subscription. */
async function prepare(folder: string, dataDir: string): Promise<{ key: Requests }> {
  const { mkdirSync } = await import("node:fs");
  mkdirSync(dataDir, { recursive: true });
  await placeTestPack(dataDir);
  const service = await startService(folder, dataDir, { side: "any" });
  const { unlimited } = await subscribe(service);
  for (const vin of distinctVins(scaled(3000, 1000))) {
    const response = await fetch(unlimited.base + vin, { headers: unlimited.headers });
    await response.arrayBuffer();
  }
  await service.server.stop();
  return { key: unlimited };
}
