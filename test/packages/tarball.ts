import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { runCommand } from "../../tools/release/run-command.ts";
import { freePort, spawnProcess } from "../service-process.ts";
import { until } from "../until.ts";

// `npm run check:package [-- FILE]`: packs the npm package, or takes the file, and runs it with npx in an empty folder, with an empty cache of npm and
// without install scripts. Needs npm's registry.
const home = join(import.meta.dir, "..", "..");
const [, , made] = process.argv;
const work = mkdtempSync(join(tmpdir(), "vingate-package-"));
const empty = join(work, "empty");
const tarball = `vingate-${manifest.version}.tgz`;
const env = {
  ...process.env,
  npm_config_cache: join(work, "cache"),
  npm_config_ignore_scripts: "true",
  VINGATE_LOG: "json",
};
let failed = 0;
mkdirSync(empty);
try {
  if (made) cpSync(made, join(empty, tarball));
  else await runCommand(home, ["npm", "pack", "--pack-destination", empty]);
  const npx = ["npx", "--yes", `./${tarball}`];
  const port = freePort();
  const begun = performance.now();
  // npx runs in the folder of its process.
  const command = ["sh", "-c", `cd '${empty}' && exec setsid ${npx.join(" ")} serve`];
  const settings = { ...(env as Record<string, string>), VINGATE_PORT: `${port}`, VINGATE_DEMO: "on" };
  const service = spawnProcess(join(empty, "data"), settings, command);
  const status = () =>
    Promise.resolve()
      .then(() => JSON.parse(readFileSync(join(empty, "data", "first-run.json"), "utf8")).demo_key)
      .then((key) =>
        fetch(`http://127.0.0.1:${port}/vin-decoder/1HGCM82633A004352`, { headers: { "x-AuthKey": key } }),
      )
      .then((answer) => answer.status)
      .catch(() => 0);
  try {
    await until(async () => (await status()) === 200, "the first call", 300_000);
  } catch (error) {
    process.kill(-service.pid, "SIGKILL");
    throw new Error(service.output(), { cause: error });
  }
  console.log(
    `ok npx ./${tarball} serve (${((performance.now() - begun) / 1000).toFixed(1)} s with the installation)`,
  );
  const decode = Bun.spawnSync([...npx, "decode", "1HGCM82633A004352"], { cwd: empty, env });
  if (!`${decode.stdout}`.includes("HONDA")) throw new Error(`${decode.stdout}${decode.stderr}`);
  console.log(`ok npx ./${tarball} decode`);
  // npx does not pass the signal on: all of the session get it.
  process.kill(-service.pid, "SIGTERM");
  await service.exited;
} catch (error) {
  failed = 1;
  console.error(`FAILED ${(error as Error).message}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed);
