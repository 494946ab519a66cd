import { join } from "node:path";
import { auctionRecords } from "../../src/vehicles/families/apis/auction.ts";
import { partRecords } from "../../src/vehicles/families/apis/oem-parts.ts";
import { freePort, script, start, untilReady } from "../common/child.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, median } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { elapsed } from "../common/measure.ts";
import { roundsOr, scaled } from "../common/settings.ts";
import { writeText } from "../common/text-file.ts";
import { importFile } from "../import/rows.ts";
import { auctionCount, auctions, parts, vinAt } from "./records.ts";

const requestsPerRound = scaled(6000, 32);
const inFlight = 32;
/** Requests until the lookup's code is compiled. */
const warmUp = scaled(15_000, 32);

/** Microseconds of the server's CPU per request. */
async function cost(base: string, pathAt: (index: number) => string, requests: number): Promise<number> {
  const cpu = async () => {
    const { user, system } = (await (await fetch(`${base}/cpu`)).json()) as NodeJS.CpuUsage;
    return user + system;
  };
  const before = await cpu();
  let next = 0;
  const caller = async () => {
    while (next < requests) {
      const path = pathAt(next++);
      const response = await fetch(base + path);
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  return ((await cpu()) - before) / requests;
}

/** Measures lookups and their floors in turn; resolves to the medians. */
async function measure(base: string, rounds: number): Promise<Record<string, number>> {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return vinAt(Math.floor((seed / 2 ** 32) * auctionCount));
  };
  const paths: Record<string, (index: number) => string> = {
    floor: () => `/floor/record/${random()}`,
    record: () => `/answer/record/${random()}`,
    choicesFloor: (index) => `/floor/choices/${1990 + (index % 37)}`,
    choices: (index) => `/answer/choices/${1990 + (index % 37)}`,
  };
  const medians: Record<string, number> = {};
  const times = Object.entries(paths).map(([name, path]) => ({ name, path, taken: [] as number[] }));
  for (const { path } of times) await cost(base, path, warmUp);
  for (let round = 0; round < rounds; round++)
    for (const { path, taken } of times) taken.push(await cost(base, path, requestsPerRound));
  for (const { name, taken } of times) medians[name] = median(taken);
  return medians;
}

/** A stored record of 10 KB with ten signed images, and a selector, compared with a server of the same bytes. */
export function benchLookups(): Promise<Figure[]> {
  const work = (folder: string) =>
    onEachDatabase(
      async (db, { options }) => {
        const [file, partsFile] = [join(folder, "auctions.ndjson"), join(folder, "parts.ndjson")];
        writeText(file, auctions());
        writeText(partsFile, parts());
        await importFile(db, partRecords, partsFile);
        const loadMs = await elapsed(() => importFile(db, auctionRecords, file));
        const port = freePort();
        const command = script("lookups/lookups-server.ts", String(port), JSON.stringify(options));
        const server = start({ command, folder, name: "lookups" });
        const base = `http://127.0.0.1:${port}`;
        await untilReady(server, `${base}/cpu`);
        const rounds = roundsOr(5);
        const { floor, record, choices, choicesFloor } = await measure(base, rounds);
        await server.stop();
        const kind = db.dialect === "sqlite" ? "SQLite" : "PostgreSQL";
        const note = `median of ${rounds}, ${count(auctionCount)} records, uniformly random VINs`;
        const loadNote = "10 KB each; target ≥ 50,000 / 30,000 with parsing";
        const target = `target ≤ ${db.dialect === "sqlite" ? 3 : 5}`;
        return [
          figure(`${kind}: load`, (1000 * auctionCount) / loadMs, "records/s", loadNote),
          figure(`${kind}: bare Bun.serve`, floor!, "µs CPU", "the same 10 KB, no lookup"),
          figure(`${kind}: auction record`, record!, "µs CPU", note),
          figure(`${kind}: record to floor`, record! / floor!, "×", target),
          figure(`${kind}: selector to floor`, choices! / choicesFloor!, "×", "target ≤ 2"),
        ];
      },
      { synchronous: "full" },
    );
  return inFolder(work);
}
