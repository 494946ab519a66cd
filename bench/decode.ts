import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVinPack } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { openPackagedVpic } from "../src/vehicles/imports/vpic/vpic-packaged.ts";
import { createDecoder } from "../src/vin/decoder.ts";
import { corgiRate } from "./corgi.ts";
import { distinctVins, realVins } from "./decode-vins.ts";
import { type Figure, median, table } from "./figure.ts";

const VINS = 200_000;
const ROUNDS = 7;
const CORGI_VINS = 60;

async function child(folder: string, what: string): Promise<Record<string, number>> {
  const script = new URL("./decode-child.ts", import.meta.url).pathname;
  const run = Bun.spawn([process.execPath, script, folder, what], { stderr: "inherit" });
  return JSON.parse(await new Response(run.stdout).text()) as Record<string, number>;
}

/** Rates in VIN/s of CPU time and of wall time: on a shared machine only the first is steady. */
function rate(vins: readonly string[], each: (vin: string) => unknown): { cpu: number; wall: number } {
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const usage = process.cpuUsage();
    const begun = performance.now();
    for (const vin of vins) each(vin);
    wall.push((1000 * vins.length) / (performance.now() - begun));
    const { user, system } = process.cpuUsage(usage);
    cpu.push((1e6 * vins.length) / (user + system));
  }
  return { cpu: Math.round(median(cpu)), wall: Math.round(median(wall)) };
}

/** Measures the decoder: VIN/s, start, compile, memory, and corgi's own decoder on VINs of the same list. */
export async function benchDecode(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  try {
    const compile = await child(folder, "compile");
    const loads = [await child(folder, "load"), await child(folder, "load"), await child(folder, "load")];
    const load = (name: string) => median(loads.map((each) => each[name]!));
    const decoder = createDecoder(await openVinPack(folder), { currentYear: new Date().getUTCFullYear() });
    const vins = distinctVins(VINS);
    const scan = rate(vins, (vin) => decoder.scan(vin));
    const answer = rate(vins, (vin) => decoder.answer(vin));
    const shared = rate(vins, (vin) => decoder.sharedAnswer(vin));
    const object = rate(vins.slice(0, 20_000), (vin) => decoder.decode(vin));
    let corgi: Figure;
    try {
      using source = await openPackagedVpic(folder);
      const perSecond = await corgiRate(source.file, vins.slice(0, CORGI_VINS));
      corgi = {
        name: "decode, corgi's own decoder",
        value: perSecond,
        unit: "VIN/s",
        note: "over bun:sqlite",
      };
    } catch (error) {
      corgi = { name: "decode, corgi's own decoder", value: 0, unit: "VIN/s", note: `${error}` };
    }
    const note = `${VINS} distinct VINs from ${realVins().length} real ones, one core`;
    return [
      { name: "decode, warm", value: scan.cpu, unit: "VIN/s", note: `${note}; ${scan.wall} by the clock` },
      {
        name: "decode with the answer's bytes, warm",
        value: answer.cpu,
        unit: "VIN/s",
        note: `${answer.wall} by the clock`,
      },
      {
        name: "the same, each overwritten by the next",
        value: shared.cpu,
        unit: "VIN/s",
        note: `${shared.wall} by the clock; as batches and files do`,
      },
      { name: "decode to an object of every element", value: object.cpu, unit: "VIN/s" },
      { name: "decode, first 5,000 VINs of a process", value: load("unseen"), unit: "VIN/s" },
      { name: "decode, unseen VINs after 30,000 others", value: load("unseenWarm"), unit: "VIN/s" },
      corgi,
      { name: "decoder load", value: load("load"), unit: "ms" },
      { name: "decoder load to first answer", value: load("first"), unit: "ms" },
      { name: "memory added by load", value: load("loaded"), unit: "MiB" },
      { name: "memory added after 48,000 answers", value: load("answered"), unit: "MiB" },
      { name: "compile", value: compile.seconds!, unit: "s" },
      { name: "compile, peak resident", value: compile.peak!, unit: "MiB" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchDecode()));
