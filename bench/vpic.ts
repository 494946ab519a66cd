import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distinctVins, realVins } from "./decode-vins.ts";
import type { Figure } from "./figure.ts";
import { wholeShape, writeWholeDump } from "./vpic-dump.ts";

async function child(...args: readonly string[]): Promise<Record<string, number>> {
  const script = new URL("./vpic-child.ts", import.meta.url).pathname;
  const run = Bun.spawn([process.execPath, script, ...args], { stderr: "inherit" });
  return JSON.parse(await new Response(run.stdout).text()) as Record<string, number>;
}

/** Compiles a dump of the whole vPIC's shape, loads it and decodes real VINs with it, each in a process of its own. */
export async function benchVpic(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  try {
    const dump = join(folder, "vPICList_lite_2026_09.plain");
    await writeWholeDump(dump, distinctVins(wholeShape.VinException));
    const compiled = await child("compile", folder, dump);
    const used = await child("use", folder);
    const { seconds, peak, patterns, packBytes } = compiled as Record<
      "seconds" | "peak" | "patterns" | "packBytes",
      number
    >;
    const size = `${Math.round(statSync(dump).size / 2 ** 20)} MiB of dump, ${patterns.toLocaleString("en")} patterns`;
    return [
      { name: "compile", value: seconds, unit: "s", note: `${size}; target ≤ 60` },
      { name: "compile, peak resident", value: peak, unit: "MiB", note: "target ≤ 1,500" },
      { name: "pack", value: packBytes / 2 ** 20, unit: "MiB" },
      { name: "load", value: used.load!, unit: "ms", note: "target ≤ 150" },
      { name: "memory added by load", value: used.loaded!, unit: "MiB", note: "target ≤ 160" },
      {
        name: "decode, warm",
        value: used.rate!,
        unit: "VIN/s",
        note: `of CPU; 200,000 distinct VINs from ${realVins().length} real ones; target ≥ 1,500,000`,
      },
      {
        name: "decode with the answer's bytes, warm",
        value: used.answers!,
        unit: "VIN/s",
        note: "of CPU; target ≥ 600,000",
      },
      {
        name: "the same, each overwritten by the next",
        value: used.shared!,
        unit: "VIN/s",
        note: "of CPU; as batches and files do",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
