#!/usr/bin/env node
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs Vingate on the Bun that npm installed beside it. It is JavaScript for Node, because npm makes commands for
// Windows only of such scripts.
const home = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === "win32";
// Packages of another project are in the folder above.
const folders = [join(home, "node_modules"), dirname(home)];

/** Programs that npm may have installed, even if it did not run Bun's install script. */
function candidates() {
  const file = isWindows ? "bun.exe" : "bun";
  return folders.flatMap((folder) => [
    ...(isWindows ? [join(folder, "bun", "bin", file)] : [join(folder, ".bin", file)]),
    ...packagesOf(folder).map((name) => join(folder, "@oven", name, "bin", file)),
  ]);
}

function packagesOf(folder) {
  try {
    return readdirSync(join(folder, "@oven")).filter((name) => name.startsWith("bun-"));
  } catch {
    return [];
  }
}

/** Whether a program is there, and made for this machine. */
const runs = (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

const bun = candidates().find(runs);
if (bun === undefined) {
  console.error(`vingate: Bun is not installed; run 'npm ci' in ${home}`);
  process.exit(1);
}
const args = [join(home, "src", "main.ts"), ...process.argv.slice(2)];
// As src/server/processes/outgoing-requests.ts would do, which then need not start the program again.
const env = { ...process.env };
env.BUN_CONFIG_MAX_HTTP_REQUESTS ||= "65000";

if (!isWindows && process.execve) {
  // Node warns that the function is new.
  process.removeAllListeners("warning");
  process.execve(bun, [bun, ...args], env);
}

const child = spawn(bun, args, { stdio: "inherit", env });
// A terminal sends SIGINT to the child too, and a second one would end a service at once.
const isSentByTerminal = (signal) => signal === "SIGINT" && process.stdin.isTTY;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    if (!isSentByTerminal(signal)) child.kill(signal);
  });
child.on("error", ({ message }) => {
  console.error(`vingate: Bun does not start: ${message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
