import { openPackagedVpic } from "../../src/vehicles/imports/vpic/vpic-packaged.ts";
import { runJson, script } from "../common/child.ts";
import { count, type Figure, figure, medianOf } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { scaled } from "../common/settings.ts";
import { distinctVins, realVins } from "../common/vins.ts";
import { corgiRate } from "./corgi.ts";
import type { Measured } from "./decode-child.ts";

const vins = scaled(200_000, 5000);
const corgiVins = 60;

/** Runs one measurement in a process of its own. */
export async function measureDecode<What extends "compile" | "cold" | "warm">(
  what: What,
  folder: string,
  dump: readonly string[] = [],
): Promise<Measured<What>> {
  return (await runJson<Measured<What>>(script("decode/decode-child.ts", what, folder, ...dump))).result;
}

async function corgiFigure(folder: string): Promise<Figure> {
  const name = "decode, corgi's own decoder";
  try {
    using source = await openPackagedVpic(folder);
    return figure(name, await corgiRate(source.file, distinctVins(corgiVins)), "VIN/s", "over bun:sqlite");
  } catch (error) {
    return figure(name, 0, "VIN/s", `${error}`);
  }
}

/** The decoder's speed, start, compile and memory; and the speed of corgi's decoder with the same VINs. */
export function benchDecode(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const compile = await measureDecode("compile", folder);
    const colds: Measured<"cold">[] = [];
    for (let round = 0; round < 3; round++) colds.push(await measureDecode("cold", folder));
    const cold = (name: keyof Measured<"cold">) => medianOf(colds, (each) => each[name]);
    const { scan, answer, shared, object } = await measureDecode("warm", folder);
    const how = `${count(vins)} distinct VINs from ${realVins().length} real ones, one core`;
    const clock = (rate: { clock: number }) => `${count(rate.clock)} by the clock`;
    return [
      figure("decode, warm", scan.cpu, "VIN/s", `${how}; ${clock(scan)}`),
      figure("decode with the answer's bytes, warm", answer.cpu, "VIN/s", clock(answer)),
      figure(
        "the same, each overwritten by the next",
        shared.cpu,
        "VIN/s",
        `${clock(shared)}; as batches and files do`,
      ),
      figure("decode to an object of every element", object.cpu, "VIN/s"),
      figure("decode, first 5,000 VINs of a process", cold("unseen"), "VIN/s"),
      figure("decode, unseen VINs after 30,000 others", cold("unseenWarm"), "VIN/s"),
      await corgiFigure(folder),
      figure("decoder load", cold("load"), "ms"),
      figure("decoder load to first answer", cold("first"), "ms"),
      figure("memory added by load", cold("loaded"), "MiB"),
      figure("memory added after 48,000 answers", cold("answered"), "MiB"),
      figure("compile", compile.seconds, "s"),
      figure("compile, peak resident", compile.peak, "MiB"),
    ];
  });
}
