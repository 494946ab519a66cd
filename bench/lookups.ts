import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseOptions, openDatabase } from "../src/database/open.ts";
import { auctionRecords } from "../src/vehicles/families/apis/auction.ts";
import { partRecords } from "../src/vehicles/families/apis/oem-parts.ts";
import { upgradeSchema } from "../src/vehicles/imports/staging/record-tables.ts";
import { postgresMissing, startPostgres } from "../test/postgres.ts";
import { loadRecords } from "../test/vehicles/load-records.ts";
import { type Figure, median, table } from "./figure.ts";
import { auctions, parts, vinAt } from "./lookups-records.ts";

const recordsDefault = 20_000;
const rounds = 5;
const requestsPerRound = 6000;
const inFlight = 32;
/** Until the compiler has done with what a lookup runs through. */
const warmUp = 15_000;

type Ask = (index: number) => string;

/** Fills a database; resolves to the records a second. */
async function fill(options: DatabaseOptions, records: number): Promise<number> {
  const database = await openDatabase(options);
  await upgradeSchema(database);
  const load = { dataset: { name: "bench", version: "1", source: "generated", licence: "none" }, now: 1 };
  await loadRecords(database, partRecords, parts(), load);
  const started = performance.now();
  await loadRecords(database, auctionRecords, auctions(records), load);
  const seconds = (performance.now() - started) / 1000;
  await database.close();
  return records / seconds;
}

/** Microseconds of the server's CPU for each request. */
async function cost(base: string, ask: Ask, requests: number): Promise<number> {
  const cpu = async () => {
    const { user, system } = (await (await fetch(`${base}/cpu`)).json()) as { user: number; system: number };
    return user + system;
  };
  const before = await cpu();
  let next = 0;
  const one = async () => {
    while (next < requests) {
      const path = ask(next++);
      const answer = await fetch(base + path);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return ((await cpu()) - before) / requests;
}

/** Measures one database beside its floor, in turns. */
async function measure(kind: string, options: DatabaseOptions, records: number): Promise<Figure[]> {
  const rate = await fill(options, records);
  const script = join(import.meta.dir, "lookups-server.ts");
  const server = Bun.spawn([process.execPath, script, JSON.stringify({ database: options })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const reader = server.stdout.getReader();
    const base = `http://127.0.0.1:${new TextDecoder().decode((await reader.read()).value).trim()}`;
    let seed = 1;
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return vinAt(Math.floor((seed / 2 ** 32) * records));
    };
    const asks: Record<string, Ask> = {
      floorRecord: () => `/floor/record/${random()}`,
      record: () => `/answer/record/${random()}`,
      floorChoices: (index) => `/floor/choices/${1990 + (index % 37)}`,
      choices: (index) => `/answer/choices/${1990 + (index % 37)}`,
    };
    const times: Record<string, number[]> = {};
    for (const [name, ask] of Object.entries(asks)) {
      times[name] = [];
      await cost(base, ask, warmUp);
    }
    for (let round = 0; round < rounds; round++)
      for (const [name, ask] of Object.entries(asks))
        times[name]!.push(await cost(base, ask, requestsPerRound));
    const of = (name: string) => median(times[name]!);
    const note = `median of ${rounds}, ${records.toLocaleString("en-US")} records, uniformly random VINs`;
    const target = kind === "SQLite" ? 3 : 5;
    return [
      {
        name: `${kind}: load`,
        value: rate,
        unit: "records/s",
        note: "10 KB each; target ≥ 50,000 / 30,000 with parsing",
      },
      {
        name: `${kind}: bare Bun.serve`,
        value: of("floorRecord"),
        unit: "µs CPU",
        note: "the same 10 KB, no lookup",
      },
      { name: `${kind}: auction record`, value: of("record"), unit: "µs CPU", note },
      {
        name: `${kind}: record to floor`,
        value: of("record") / of("floorRecord"),
        unit: "×",
        note: `target ≤ ${target}`,
      },
      {
        name: `${kind}: selector to floor`,
        value: of("choices") / of("floorChoices"),
        unit: "×",
        note: "target ≤ 2",
      },
    ];
  } finally {
    server.kill();
    await server.exited;
  }
}

/** A stored record of 10 KB with ten signed images, and a selector, beside a server of the same bytes. */
export async function benchLookups(
  records = Number(process.env.BENCH_RECORDS ?? recordsDefault),
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  try {
    const figures = await measure("SQLite", { file: join(folder, "bench.db") }, records);
    if (postgresMissing() !== undefined) return figures;
    const server = await startPostgres({ own: true });
    try {
      return [...figures, ...(await measure("PostgreSQL", { url: await server.newDatabase() }, records))];
    } finally {
      await server.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchLookups()));
