import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stopAll } from "./child.ts";
import { type Generator, openGenerator } from "./load.ts";
import { bringPack, type Vins } from "./vins.ts";

const tmpfsMagic = 0x01021994;

/** What every measurement over HTTP works with. */
export interface Bench {
  readonly folder: string;
  /** Where wrk and the peers are unpacked. */
  readonly toolsFolder: string;
  /** The service's, with the decoder's pack in it. */
  readonly dataDir: string;
  readonly vins: Vins;
  readonly generator: Generator;
}

interface Options {
  /** Kept for another run; part of the folder, and thrown away, when absent. */
  readonly tools?: string | undefined;
  /** After this time the process ends, and its servers with it. */
  readonly minutes: number;
}

/** Prepares a folder, and stops the servers and throws it away when the work has ended. */
export async function inBenchFolder<T>(
  { tools, minutes }: Options,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  // A flush to a memory file system costs nothing: durable would be a word.
  const place = statfsSync(tmpdir()).type === tmpfsMagic ? "/var/tmp" : tmpdir();
  const folder = mkdtempSync(join(place, "vingate-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  const limit = setTimeout(() => {
    console.error(`the benchmark did not end within ${minutes} minutes`);
    process.exit(1);
  }, minutes * 60_000);
  try {
    const toolsFolder = resolve(tools ?? join(folder, "tools"));
    mkdirSync(toolsFolder, { recursive: true });
    const dataDir = join(folder, "data");
    const vins = await bringPack(dataDir);
    writeFileSync(join(folder, "body.json"), vins.body);
    return await work({ folder, toolsFolder, dataDir, vins, generator: await openGenerator(toolsFolder) });
  } finally {
    clearTimeout(limit);
    await stopAll();
    remove();
    process.off("exit", remove);
  }
}
