import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVinPack } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { distinctVins } from "./decode-vins.ts";
import { type Figure, median, table } from "./figure.ts";

const VINS = 1_000_000;
const ROUNDS = 3;

interface Run {
  readonly seconds: number;
  readonly cpu: number;
}

async function run(command: readonly string[], settings: Record<string, string> = {}): Promise<Run> {
  const env = { ...process.env, ...settings };
  const begun = performance.now();
  const child = Bun.spawn([...command], { stdio: ["ignore", "ignore", "inherit"], env });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, cpu: Number(child.resourceUsage()!.cpuTime.total) / 1e6 };
}

/** Decodes a file into another on the command line, beside a program that copies as many bytes. */
export async function benchDecodeFile(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-file-"));
  try {
    const [input, output, copy] = ["vins.txt", "decoded.jsonl", "copy"].map((name) => join(folder, name));
    await Bun.write(input!, `${distinctVins(VINS).join("\n")}\n`);
    await openVinPack(folder);
    const [main, preload] = ["../src/main.ts", "tell-peak.ts"].map(
      (file) => new URL(file, import.meta.url).pathname,
    );
    const settings = { VINGATE_DATA_DIR: folder, PEAK_FILE: join(folder, "peak") };
    const decode = [
      process.execPath,
      "--preload",
      preload!,
      main!,
      "decode",
      "--quiet",
      input!,
      "-o",
      output!,
    ];
    const decodes: Run[] = [];
    const peaks: number[] = [];
    const copies: Run[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      decodes.push(await run(decode, settings));
      peaks.push(Number(await Bun.file(settings.PEAK_FILE).text()));
      copies.push(await run(["dd", `if=${output}`, `of=${copy}`, "bs=1M", "status=none"]));
    }
    const middle = (runs: readonly Run[], of: keyof Run) => median(runs.map((each) => each[of]));
    const size = (statSync(output!).size / 1e6).toFixed(0);
    const note = `${VINS.toLocaleString("en")} VINs, ${size} MB written`;
    return [
      { name: "file to file", value: middle(decodes, "seconds"), unit: "s", note },
      { name: "file to file, CPU", value: middle(decodes, "cpu"), unit: "s" },
      { name: "file to file, most memory", value: median(peaks), unit: "MiB" },
      { name: "copying the answers with dd", value: middle(copies, "seconds"), unit: "s" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchDecodeFile()));
