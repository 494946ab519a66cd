import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVinPack } from "../src/imports/vin-pack.ts";
import { distinctVins } from "./decode-vins.ts";
import { type Figure, median, table } from "./figure.ts";

const VINS = 1_000_000;
const ROUNDS = 3;

interface Run {
  readonly seconds: number;
  readonly cpu: number;
  readonly memory: number;
}

async function run(command: readonly string[], dataDir: string): Promise<Run> {
  const begun = performance.now();
  const child = Bun.spawn([...command], { stdio: ["ignore", "ignore", "inherit"], env: dataOf(dataDir) });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
  const usage = child.resourceUsage()!;
  return {
    seconds: (performance.now() - begun) / 1000,
    cpu: Number(usage.cpuTime.total) / 1e6,
    memory: usage.maxRSS / 2 ** 20,
  };
}

const dataOf = (dataDir: string) => ({ ...process.env, VINGATE_DATA_DIR: dataDir });

/** Decodes a file into another on the command line, beside a program that copies as many bytes. */
export async function benchDecodeFile(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-file-"));
  try {
    const [input, output, copy] = ["vins.txt", "decoded.jsonl", "copy"].map((name) => join(folder, name));
    await Bun.write(input!, `${distinctVins(VINS).join("\n")}\n`);
    await openVinPack(folder);
    const main = new URL("../src/main.ts", import.meta.url).pathname;
    const decodes: Run[] = [];
    const copies: Run[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      decodes.push(await run([process.execPath, main, "decode", "--quiet", input!, "-o", output!], folder));
      copies.push(await run(["dd", `if=${output}`, `of=${copy}`, "bs=1M", "status=none"], folder));
    }
    const middle = (runs: readonly Run[], of: keyof Run) => median(runs.map((each) => each[of]));
    const size = (statSync(output!).size / 1e6).toFixed(0);
    const note = `${VINS.toLocaleString("en")} VINs, ${size} MB written`;
    return [
      { name: "file to file", value: middle(decodes, "seconds"), unit: "s", note },
      { name: "file to file, CPU", value: middle(decodes, "cpu"), unit: "s" },
      { name: "file to file, most memory", value: middle(decodes, "memory"), unit: "MiB" },
      { name: "copying the answers with dd", value: middle(copies, "seconds"), unit: "s" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchDecodeFile()));
