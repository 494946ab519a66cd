import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { type Fresh, onEachDatabase } from "../common/databases.ts";
import { type Figure, figure } from "../common/figure.ts";
import { api, startService, subscribe } from "../common/service.ts";
import { roundsOr, secondsOr } from "../common/settings.ts";
import { type Bench, inHttpBench } from "./bench.ts";

const exhaustedKeys = 12;
const connections = 1200;
const paying = 12;
/** Between two first calls, so that they come one by one. */
const pauseMs = 50;

/** First calls of paying customers beside many connections of keys without credits. */
export function benchFirstCalls(): Promise<Figure[]> {
  return inHttpBench((bench) =>
    onEachDatabase(async ({ dialect }, fresh) => {
      const figures = await measure(bench, fresh, dialect);
      return figures.map((each) => ({ ...each, name: `${dialect}: ${each.name}` }));
    }),
  );
}

async function measure(bench: Bench, fresh: Fresh, name: string): Promise<Figure[]> {
  const tree = process.env.VINGATE_BENCH_TREE;
  const { url: database } = fresh.options;
  const settings = {
    ...(database && { VINGATE_DATABASE_URL: database, VINGATE_MASTER_KEY: "ab".repeat(32) }),
  };
  const folder = join(bench.folder, name);
  mkdirSync(folder, { mode: 0o700 });
  copyFileSync(vinPackFile(bench.dataDir), vinPackFile(folder));
  const service = await startService(folder, folder, { side: "any", settings, name, ...(tree && { tree }) });
  const { owner } = await subscribe(service);
  const { url } = service;
  const keyOf = async (name: string, credits: number): Promise<string> => {
    await api(`${url}/products/${name}`, "PUT", { credits_granted: credits || 1, subscriptions_limit: 1000 });
    await api(`${url}/products/${name}/apis/vin-decoder`, "PUT", {});
    const path = `${url}/subscriptions/${name}`;
    await api(path, "PUT", { scope: `/products/${name}`, owner_id: owner, state: "active" });
    const { primary_key } = await api<{ primary_key: string }>(`${path}/listSecrets`, "POST", {});
    return primary_key;
  };
  const exhausted = await Promise.all(
    Array.from({ length: exhaustedKeys }, (_, index) => keyOf(`exhausted-${index}`, 0)),
  );
  const keys = join(bench.folder, "exhausted-keys.txt");
  writeFileSync(keys, `${exhausted.join("\n")}\n`);
  const base = `${url}/vin-decoder/`;
  const outcomes: Record<string, number> = {};
  const texts = new Set<string>();
  const times: number[] = [];
  let refusals = 0;
  let seconds = 0;
  for (let round = 0; round < roundsOr(10); round++) {
    const fresh = await Promise.all(
      Array.from({ length: paying }, (_, index) => keyOf(`paying-${round}-${index}`, 100)),
    );
    const load = bench.generator.load(
      { base, headers: {}, keys },
      bench.vins.file,
      0,
      secondsOr(5),
      connections,
    );
    await Bun.sleep(Number(process.env.WAIT ?? 2000));
    const calls: Promise<void>[] = [];
    for (const key of fresh) {
      calls.push(
        (async () => {
          const begun = performance.now();
          const response = await fetch(base + bench.vins.first, { headers: { "x-AuthKey": key } });
          const text = await response.text();
          times.push(performance.now() - begun);
          outcomes[response.status] = (outcomes[response.status] ?? 0) + 1;
          if (response.status !== 200) texts.add(JSON.parse(text).detail);
        })(),
      );
      await Bun.sleep(pauseMs);
    }
    await Promise.all(calls);
    const { requests, seconds: took } = await load;
    refusals += requests;
    seconds += took;
  }
  const count = (status: string) => outcomes[status] ?? 0;
  return [
    figure(
      "first calls that were answered",
      count("200"),
      "calls",
      `of ${times.length}; ${JSON.stringify(outcomes)}`,
    ),
    figure("the slowest of them", Math.max(...times), "ms", [...texts].join(" ")),
    figure("refusals of the keys without credits", refusals / seconds, "calls/s", bench.generator.name),
  ];
}
