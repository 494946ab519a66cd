import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { systemClock } from "../../src/base/clock.ts";
import type { Database } from "../../src/database/database.ts";
import { openFile } from "../../src/vehicles/imports/input/input.ts";
import { importSource } from "../../src/vehicles/imports/jobs/import-source.ts";
import { installed, type Kind, onDatabase } from "../common/databases.ts";
import { type Figure, figure } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { elapsed, firstThreadCpuUs, peakMb, processorTime, residentMb } from "../common/measure.ts";
import { scaled } from "../common/settings.ts";
import { hostile, type Target, targets } from "./hostile.ts";
import { generated, sourceOf, textOf } from "./rows.ts";
import { type ImportService, withImportService } from "./service.ts";

const mebibyte = 2 ** 20;
const sizeMb = scaled(32);
const all = { share: 1 } as const;

/** Imports a file as the command line does, whatever of it is rejected. */
async function importAll(db: Database, { family }: Target, file: string): Promise<void> {
  const source = sourceOf(family);
  await using input = await openFile(file, { members: /./, bytesMax: 2 ** 40, folder: "/nowhere" });
  await importSource(db, { source, input, graceMs: 0, rejectLimit: all }, systemClock).catch(() => undefined);
}

/** CPU of importing a file, ms. */
async function cpuOf(kind: Kind, folder: string, text: string): Promise<number> {
  const file = join(folder, "hostile.csv");
  writeFileSync(file, text);
  const work = (db: Database) => processorTime(() => importAll(db, targets[0], file));
  return (await onDatabase(kind, work)).own / 1000;
}

/** CPU of each kind of file, and of one half as long. */
async function linearTime(kind: Kind, folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(hostile)) {
    const half = await cpuOf(kind, folder, text((sizeMb / 2) * mebibyte, targets[0]));
    const whole = await cpuOf(kind, folder, text(sizeMb * mebibyte, targets[0]));
    const note = `${(whole / half).toFixed(2)} × that of half as much; target ≤ 2.5`;
    figures.push(figure(`CPU of ${sizeMb} MiB of ${name}`, whole, "ms", note));
  }
  const columns = Array.from({ length: 2_000_000 }, (_, at) => at.toString(36)).join();
  const refused = await cpuOf(kind, folder, columns);
  return [...figures, figure("CPU of a header of 2,000,000 columns", refused, "ms", "121,000 before")];
}

async function send(
  { url, firstRun }: ImportService,
  name: string,
  body: Uint8Array | string,
): Promise<string> {
  const headers = { authorization: firstRun.operator_token };
  const options = { method: "PUT", headers, body: body as string };
  const response = await fetch(`${url}/datasets/${name}?max_rejects=100%25`, options);
  if (response.status !== 200) throw new Error(`the upload failed: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Waits for an import's end, and resolves to its state. */
async function endOf({ url, firstRun }: ImportService, id: string): Promise<string> {
  const headers = { authorization: firstRun.operator_token };
  const events = await (await fetch(`${url}/imports/${id}/events`, { headers })).text();
  if (!/^event: end/m.test(events)) throw new Error(`the import has no end: ${events}`);
  return /"state":"(\w+)"(?![\s\S]*"state")/.exec(events)?.[1] ?? "unknown";
}

/** The peak of the service's memory while all files are imported, beside its memory before. */
async function peakOf(
  service: ImportService,
  files: readonly [string, Uint8Array | string][],
): Promise<number> {
  const { pid } = service.server;
  const before = residentMb(pid);
  // From here on the peak is a new one.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const ids = await Promise.all(files.map(([name, body]) => send(service, name, body)));
  await Promise.all(ids.map((id) => endOf(service, id)));
  return peakMb(pid) - before;
}

/** Memory of two imports of each kind of file at a time, and of four ordinary ones. */
async function memory(kind: Kind): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = async (title: string, files: readonly [string, Uint8Array | string][]) => {
    const peak = await withImportService(kind, { VINGATE_IMPORT_MAX: "16GiB" }, (service) =>
      peakOf(service, files),
    );
    figures.push(figure(`memory beside the service, ${title}`, peak, "MiB", "target ≤ 300"));
  };
  for (const [name, text] of Object.entries(hostile))
    await add(
      `two files of ${name}`,
      targets.map((target) => [target.family.name, gzipSync(text(sizeMb * mebibyte, target))]),
    );
  const ordinary = { ...generated["10 KB"], rows: scaled(8000) };
  const liens = { ...generated.csv, rows: scaled(200_000) };
  await add("two ordinary files", [
    ["auction", [...textOf(ordinary)].join("")],
    ["lien", [...textOf(liens)].join("")],
  ]);
  return figures;
}

/** From a request to stop until the thread has ended. */
function stopping(kind: Kind): Promise<Figure[]> {
  return withImportService(kind, { VINGATE_IMPORT_MAX: "16GiB" }, async (service) => {
    const headers = { authorization: service.firstRun.operator_token };
    const times: number[] = [];
    const liens = { ...generated.csv, rows: scaled(1_000_000, 100_000) };
    const file = [...textOf(liens)].join("");
    for (let stage = 1; stage <= 5; stage += 1) {
      const id = await send(service, "lien", file);
      await Bun.sleep(stage * 500);
      times.push(
        await elapsed(async () => {
          await fetch(`${service.url}/imports/${id}`, { method: "DELETE", headers });
          await endOf(service, id);
        }),
      );
    }
    return [figure("longest of 5 stops of an import", Math.max(...times), "ms", "target ≤ 1,000")];
  });
}

const lookups = 100;

/** CPU of the serving thread for a lookup of the largest records that an import accepts. */
function largestRecords(kind: Kind): Promise<Figure[]> {
  return withImportService(kind, { VINGATE_DEMO: "on" }, async (service) => {
    const vin = "5J6RW2H59JL990075";
    const names = { year: "2018", make: "Honda", model: "CR-V", trim: "EX" };
    const lien = { lienholder: "Example Bank of the county", state: "CA", filed_at: "2024-03-01" };
    const largest = [
      ["8,000 liens", "lien", `/lien/${vin}`, { vin, liens: Array(8000).fill(lien) }],
      [
        "2,000 images",
        "vehicle-images",
        "/vehicle-images/2018/honda/cr-v/ex",
        { ...names, images: Array.from({ length: 2000 }, (_, at) => ({ url: `example/cr-v/${at}.jpg` })) },
      ],
    ] as const;
    const figures: Figure[] = [];
    for (const [title, family, path, record] of largest) {
      const state = await endOf(service, await send(service, family, `${JSON.stringify(record)}\n`));
      if (state !== "done") throw new Error(`the import of ${title} is ${state}`);
      const headers = { "x-AuthKey": service.firstRun.demo_key! };
      const look = async () => {
        const response = await fetch(service.url + path, { headers });
        const { length } = await response.bytes();
        if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
        return length;
      };
      // Nodes use a new dataset within a second.
      while ((await look()) < 100_000) await Bun.sleep(100);
      for (let at = 0; at < lookups; at += 1) await look();
      const before = firstThreadCpuUs(service.server.pid);
      for (let at = 0; at < lookups; at += 1) await look();
      const ms = (firstThreadCpuUs(service.server.pid) - before) / 1000 / lookups;
      const note = `${((await look()) / mebibyte).toFixed(2)} MiB; target ≤ 5`;
      figures.push(figure(`serving thread's CPU of a lookup of ${title}`, ms, "ms", note));
    }
    return figures;
  });
}

/** A supplier's files that are made to take time or memory. */
export function benchSupplier(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const figures = await linearTime(installed[0]!, folder);
    for (const kind of installed) {
      const of = (one: Figure) => ({ ...one, name: `${one.name}, ${kind.dialect}` });
      figures.push(
        ...(await memory(kind)).map(of),
        ...(await stopping(kind)).map(of),
        ...(await largestRecords(kind)).map(of),
      );
    }
    return figures;
  });
}
