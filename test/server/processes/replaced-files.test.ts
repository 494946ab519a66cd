import { expect, test } from "bun:test";
import { join } from "node:path";
import { newFolder } from "../../service-process.ts";
import { testDeletedLog } from "./deleted-log.ts";

testDeletedLog(1);

const noLinux = process.platform !== "linux";
if (noLinux) console.warn("skipped: a full standard output, for only Linux has such a file");

test.skipIf(noLinux)("a process that cannot write its last message ends at once", async () => {
  const { folder, remove } = newFolder();
  const place = JSON.stringify({ dataDir: folder, log: "json", logLevel: "info", workers: 1 });
  const script = `import { endWithReplaced } from "./src/server/processes/replaced-files.ts"; endWithReplaced(${place})({});`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: join(import.meta.dir, "../../.."),
    stdio: ["ignore", Bun.file("/dev/full"), "pipe"],
  });
  expect(await new Response(child.stderr).text()).toBe("");
  await child.exited;
  // By no signal: the first process of a container ignores its own.
  expect([child.signalCode, child.exitCode]).toEqual([null, 1]);
  remove();
});
