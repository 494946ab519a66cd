import { statSync } from "node:fs";
import { join } from "node:path";
import { count, type Figure, figure } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { scaled } from "../common/settings.ts";
import { distinctVins, realVins } from "../common/vins.ts";
import { measureDecode } from "./decode.ts";
import { wholeShape, writeWholeDump } from "./vpic-dump.ts";

/** Compiles a dump of the whole vPIC's shape, loads it and decodes real VINs with it. */
export function benchVpic(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dump = join(folder, "vPICList_lite_2026_09.plain");
    await writeWholeDump(dump, distinctVins(wholeShape.VinException));
    const { seconds, peak, patterns, packBytes } = await measureDecode("compile", folder, [dump]);
    const { load, loaded, scan, answer, shared } = await measureDecode("warm", folder);
    const size = `${Math.round(statSync(dump).size / 2 ** 20)} MiB of dump, ${count(patterns)} patterns`;
    const vins = `${count(scaled(200_000, 5000))} distinct VINs from ${realVins().length} real ones`;
    const answerName = "decode with the answer's bytes, warm";
    return [
      figure("compile", seconds, "s", `${size}; target ≤ 60`),
      figure("compile, peak resident", peak, "MiB", "target ≤ 1,500"),
      figure("pack", packBytes / 2 ** 20, "MiB"),
      figure("load", load, "ms", "target ≤ 150"),
      figure("memory added by load", loaded, "MiB", "target ≤ 160"),
      figure("decode, warm", scan.cpu, "VIN/s", `of CPU; ${vins}; target ≥ 1,500,000`),
      figure(answerName, answer.cpu, "VIN/s", "of CPU; target ≥ 600,000"),
      figure(
        "the same, each overwritten by the next",
        shared.cpu,
        "VIN/s",
        "of CPU; as batches and files do",
      ),
    ];
  });
}
