import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, vingate } from "../../../../bench/common/child.ts";
import { installed, type Kind } from "../../../../bench/common/databases.ts";
import { count, type Figure, figure, p99 } from "../../../../bench/common/figure.ts";
import { inFolder } from "../../../../bench/common/folder.ts";
import { elapsed, peakMb, residentMb } from "../../../../bench/common/measure.ts";
import { api, signUp } from "../../../../bench/common/service.ts";
import { scaled, secondsOr } from "../../../../bench/common/settings.ts";
import { writeText } from "../../../../bench/common/text-file.ts";
import { type ImportService, withImportService } from "../../../../bench/import/service.ts";

const watches = scaled(1_000_000, 1000);
/** The share of records that the second import changes, adds and leaves out. */
const changedShare = 100;
const pauseMs = 2;

/** Unsorted, as a customer's list is. */
const vinAt = (at: number) =>
  `1HGCM${String((at * 7919) % 1000).padStart(3, "0")}${String(at).padStart(9, "0")}`;

function* lines(holderAt: (at: number) => string | undefined): Generator<string> {
  yield "vin,liens.1.lienholder,liens.1.status,as_of\n";
  for (let at = 0; at < watches; at++) {
    const holder = holderAt(at);
    if (holder !== undefined) yield `${vinAt(at)},${holder},active,2026-11-01\n`;
  }
}

function* vins(): Generator<string> {
  for (let at = 0; at < watches; at++) yield `${vinAt(at)}\n`;
}

interface Compared {
  readonly seconds: number;
  readonly watches: number;
  readonly events: number;
}

const logged = (file: string): Compared[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.includes('"compared watched VINs"'))
    .map((line) => JSON.parse(line) as Compared);

/** Milliseconds of one lookup after another, until a condition holds. */
async function lookupTimes(url: string, key: string, ended: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!ended()) {
    const at = Math.floor(Math.random() * watches);
    const time = await elapsed(async () => {
      const response = await fetch(`${url}/lien/${vinAt(at)}`, { headers: { "x-AuthKey": key } });
      await response.arrayBuffer();
      if (response.status !== 200 && response.status !== 404)
        throw new Error(`a lookup returned ${response.status}`);
    });
    times.push(time);
    await Bun.sleep(pauseMs);
  }
  return times;
}

/** A customer whose plan allows all watches. */
async function customer(service: ImportService): Promise<string> {
  const { url } = service;
  await api(`${url}/products/bench-watches`, "PUT", { policy: { watches } });
  await api(`${url}/products/bench-watches/apis/lien`, "PUT", {});
  const { user } = await signUp(service);
  const path = `${url}/subscriptions/bench-watches`;
  await api(path, "PUT", { scope: "/products/bench-watches", owner_id: user.id, state: "active" });
  return (await api<{ primary_key: string }>(`${path}/listSecrets`, "POST", {})).primary_key;
}

async function place(url: string, key: string, file: string): Promise<number> {
  const seconds = await elapsed(async () => {
    const headers = { "x-AuthKey": key, "content-type": "text/csv" };
    const response = await fetch(`${url}/watches`, { method: "PUT", headers, body: Bun.file(file) });
    const { added } = (await response.json()) as { added: number };
    if (added !== watches) throw new Error(`${added} of ${watches} VINs were added`);
  });
  return seconds / 1000;
}

/** Resets a process's peak of resident memory. */
const resetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, "5");

function measure(kind: Kind, folder: string): Promise<Figure[]> {
  const { dialect } = kind;
  return withImportService(kind, {}, async (service) => {
    const { url, env, server } = service;
    const log = join(env.VINGATE_DATA_DIR!, "service.log");
    const key = await customer(service);
    const [liens, list] = [join(folder, "liens.csv"), join(folder, "vins.csv")];
    const load = async (holderAt: (at: number) => string | undefined) => {
      writeText(liens, lines(holderAt));
      await run(vingate(["import", "records", "lien", liens, "--names", "file"]), { env, seconds: 1200 });
      // The connection that was kept has been closed in that time.
      await fetch(`${url}/livez`).catch(() => undefined);
    };
    await load(() => "First Bank");
    writeText(list, vins());
    const placed = await place(url, key, list);
    const until = performance.now() + secondsOr(6) * 1000;
    const alone = await lookupTimes(url, key, () => performance.now() > until);
    const half = changedShare / 2;
    await load((at) =>
      at % changedShare === 0 ? "Other" : at % changedShare === half ? undefined : "First Bank",
    );
    resetPeak(server.pid);
    const rest = residentMb(server.pid);
    const during = await lookupTimes(url, key, () => logged(log).length >= 1);
    const peak = peakMb(server.pid);
    console.error(
      JSON.stringify({
        dialect,
        placed,
        rest,
        peak,
        alone: p99(alone),
        during: p99(during),
        ...logged(log)[0],
      }),
    );
    await load(() => "Third Bank");
    resetPeak(server.pid);
    const busy = await lookupTimes(url, key, () => logged(log).length >= 2);
    const [few, all] = logged(log) as [Compared, Compared];
    const ratio = (times: readonly number[]) => (p99(times) / p99(alone)).toFixed(2);
    const beside = (times: readonly number[]) =>
      `${ratio(times)} × alone, ${times.length} of them; target ≤ 2 ×`;
    return [
      figure(
        `watches placed in one upload, ${dialect}`,
        watches / placed,
        "VINs/s",
        `${count(watches)} VINs`,
      ),
      figure(
        `comparison, ${dialect}`,
        few.seconds,
        "s",
        `${count(few.watches)} watches, ${count(few.events)} events; target ≤ 60`,
      ),
      figure(
        `peak memory of the service, ${dialect}`,
        peak,
        "MiB",
        `${Math.round(rest)} before; target ≤ 300`,
      ),
      figure(
        `lookups' p99 alone, ${dialect}`,
        p99(alone),
        "ms",
        `one after another, ${alone.length} of them`,
      ),
      figure(`lookups' p99 beside it, ${dialect}`, p99(during), "ms", beside(during)),
      figure(
        `comparison in which all records differ, ${dialect}`,
        all.seconds,
        "s",
        `${count(all.events)} events`,
      ),
      figure(`peak memory beside that, ${dialect}`, peakMb(server.pid), "MiB"),
      figure(`lookups' p99 beside that, ${dialect}`, p99(busy), "ms", beside(busy)),
    ];
  });
}

/** Comparing a million watched VINs after a swap, beside lookups. */
export function benchWatches(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const figures: Figure[] = [];
    for (const kind of installed) figures.push(...(await measure(kind, folder)));
    return figures;
  });
}
