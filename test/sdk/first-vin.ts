import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signUp } from "../harness.ts";
import { startSdkService } from "./sdk-service.ts";

// `npm run check:client`: packs the client in TypeScript, installs it in an empty folder with an empty cache of npm, and
// prints the seconds until its first VIN is decoded.
const home = join(import.meta.dir, "..", "..");
const work = mkdtempSync(join(tmpdir(), "vingate-first-vin-"));
const empty = join(work, "empty");
const limitSeconds = 60;
mkdirSync(empty);

async function run(
  cwd: string,
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}:\n${out}${complaint}`);
  return out.trim();
}

const sdk = await startSdkService();
try {
  const path = (await run(home, ["npm", "pack", "-w", "sdk/typescript", "--pack-destination", work])).split(
    "\n",
  );
  const env = {
    npm_config_cache: join(work, "cache"),
    VINGATE_URL: sdk.relay.url,
    VINGATE_KEY: (await signUp(sdk.service)).key,
  };
  const begun = performance.now();
  await run(empty, ["npm", "install", join(work, path.at(-1)!)], env);
  const program = `import { Vingate } from "@vingate/client";
    const { data } = await new Vingate().decodeVin("5J6RW2H59JL990075");
    console.log(data.basic.make, data.basic.model);`;
  const decoded = await run(empty, ["node", "--input-type=module", "--eval", program], env);
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `npm install to the first VIN (${decoded}): ${seconds.toFixed(1)} s of at most ${limitSeconds} s`,
  );
  if (seconds > limitSeconds || decoded !== "HONDA CR-V") process.exitCode = 1;
} finally {
  await sdk.end();
  rmSync(work, { recursive: true, force: true });
}
