import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { presentMasterKey } from "../../../src/access/identity.ts";
import { former } from "../../../src/vehicles/imports/vpic/import-pack.ts";
import { dumpFolder, vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { Random } from "../../metering/grants/random.ts";
import { Disk, losses } from "./disk.ts";
import { readTrace, tracedBy } from "./trace.ts";

/** Loses the power at every event of a process that replaces files; resolves to what broke, and the number of states. */
export async function loseSwaps(seed: number, rounds: number): Promise<{ states: number; broken: string[] }> {
  const place = mkdtempSync(join(tmpdir(), "vingate-swaps-"));
  const folder = join(place, "data");
  try {
    mkdirSync(folder, { mode: 0o700 });
    const output = join(place, "trace");
    const script = [process.execPath, join(import.meta.dir, "swaps-process.ts"), folder];
    const run = Bun.spawnSync(tracedBy(output, script), { stdio: ["ignore", "pipe", "pipe"] });
    if (run.exitCode !== 0) throw new Error(run.stderr.toString());
    const events = await readTrace(output, folder);
    const random = new Random(seed);
    const broken: string[] = [];
    let states = 0;
    const disk = new Disk(folder, () => random.next());
    const said: string[] = [];
    for (const [index, event] of events.entries()) {
      disk.apply(event, index);
      if (event.kind === "said") said.push(event.line);
      for (let round = 0; round < rounds * losses.length; round++, states++) {
        const state = join(place, "state");
        mkdirSync(state);
        const loss = losses[round % losses.length]!;
        disk.lose(state, loss, () => random.next());
        for (const fault of faultsOf(state, said)) broken.push(`event ${index}, ${loss}: ${fault}`);
        rmSync(state, { recursive: true });
      }
    }
    return { states, broken };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What the process has printed must be there, and every file whole. */
function faultsOf(dataDir: string, said: readonly string[]): string[] {
  const faults: string[] = [];
  const last = (what: string) => said.findLast((line) => line.startsWith(`${what} `))?.slice(what.length + 1);
  const key = presentMasterKey({ dataDir, masterKey: undefined });
  const due = last("key");
  if (due !== undefined && (!key || Buffer.from(key).toString("hex") !== due))
    faults.push("the master key is gone");
  const file = vinPackFile(dataDir);
  for (const path of [file, former(file), join(dumpFolder(dataDir), "vPIC.dump")]) {
    if (existsSync(path) && versionOf(path) === undefined) faults.push(`${path} is not whole`);
  }
  const version = Number(last("pack") ?? 0);
  if (version > 0 && (versionOf(file) ?? 0) < version) faults.push(`VIN data ${version} are gone`);
  const days = existsSync(join(dataDir, "proof.log"))
    ? readFileSync(join(dataDir, "proof.log"), "latin1")
    : "";
  for (let day = 1; day <= Number(last("day") ?? 0); day++)
    if (!days.includes(`1 2026-01-0${day} ${"d".repeat(700)}${day}\n`))
      faults.push(`the signed day ${day} is gone`);
  return faults;
}

/** The version of which a file has the whole content. */
function versionOf(path: string): number | undefined {
  const text = existsSync(path) ? readFileSync(path, "latin1") : "";
  const version = Number(text[0]);
  return text === `${version}\n`.repeat(5000) ? version : undefined;
}
