import { statSync } from "node:fs";
import { join } from "node:path";
import { openVinPack } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { type Ended, run, vingate } from "../common/child.ts";
import { count, type Figure, figure, median, medianOf } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { roundsOr, scaled } from "../common/settings.ts";
import { distinctVins } from "../common/vins.ts";

const vins = scaled(1_000_000);

/** Decodes a file into another on the command line, compared with a program that copies as many bytes. */
export function benchDecodeFile(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const [input, output, copy, peak] = ["vins.txt", "decoded.jsonl", "copy", "peak"].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    await Bun.write(input, `${distinctVins(vins).join("\n")}\n`);
    await openVinPack(folder);
    const [bun, ...program] = vingate(["decode", "--quiet", input, "-o", output]);
    const decode = [bun!, "--preload", join(import.meta.dir, "preload-peak.ts"), ...program];
    const [decodes, copies, peaks]: [Ended[], Ended[], number[]] = [[], [], []];
    for (let round = 0; round < roundsOr(3); round++) {
      decodes.push(await run(decode, { env: { VINGATE_DATA_DIR: folder, PEAK_FILE: peak } }));
      peaks.push(Number(await Bun.file(peak).text()));
      copies.push(await run(["dd", `if=${output}`, `of=${copy}`, "bs=1M", "status=none"]));
    }
    const note = `${count(vins)} VINs, ${(statSync(output).size / 1e6).toFixed(0)} MB written`;
    return [
      figure(
        "file to file",
        medianOf(decodes, ({ seconds }) => seconds),
        "s",
        note,
      ),
      figure(
        "file to file, CPU",
        medianOf(decodes, ({ cpuSeconds }) => cpuSeconds),
        "s",
      ),
      figure("file to file, most memory", median(peaks), "MiB"),
      figure(
        "copying the answers with dd",
        medianOf(copies, ({ seconds }) => seconds),
        "s",
      ),
    ];
  });
}
