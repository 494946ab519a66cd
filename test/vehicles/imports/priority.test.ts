import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../program.ts";
import { until } from "../../until.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";
import { temporaryFolder } from "./importing.ts";
import { lienHeader } from "./liens.ts";

const source = join(import.meta.dir, "../../../src");
const lowered = Math.min(19, getPriority() + 5);

/** The priorities of this process's threads, according to Linux. */
function priorities(): number[] {
  return readdirSync("/proc/self/task").flatMap((thread) => {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      return [Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])];
    } catch {
      // It has ended since it was listed.
      return [];
    }
  });
}

test("the command line imports with a lower priority than what serves", async () => {
  using folder = temporaryFolder();
  await placeTestPack(folder.path);
  const importing = Bun.spawn(commandLine("import", "records", "lien", "-"), {
    env: { PATH: process.env.PATH!, VINGATE_DATA_DIR: folder.path },
    stdio: ["pipe", "ignore", "ignore"],
  });
  await until(
    () => importing.exitCode !== null || getPriority(importing.pid) === lowered,
    "the priority is lowered",
  );
  expect(importing.exitCode).toBe(null);
  importing.stdin.write(lienHeader);
  await importing.stdin.end();
  // Refused, because it is only a header.
  expect(await importing.exited).toBe(1);
}, 180_000);

test("the thread of a file that was sent has a lower priority than those that answer", async () => {
  const before = priorities().filter((one) => one === lowered).length;
  const thread = new Worker(join(source, "vehicles/imports/jobs/job-worker.ts"));
  await until(
    () => priorities().filter((one) => one === lowered).length > before,
    "the thread lowers its priority",
  );
  expect(getPriority()).toBeLessThan(lowered);
  thread.terminate();
}, 180_000);
