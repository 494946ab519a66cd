import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../tools/release/run-command.ts";
import { signUp } from "../harness.ts";
import { startSdkService } from "./sdk-service.ts";

// `npm run check:client [-- FILE]`: packs the client in TypeScript, or takes the file, installs it in an empty folder with an empty cache of npm, and
// prints the seconds until its first VIN is decoded.
const home = join(import.meta.dir, "..", "..");
const work = mkdtempSync(join(tmpdir(), "vingate-first-vin-"));
const empty = join(work, "empty");
const [, , made] = process.argv;
const limitSeconds = 60;
mkdirSync(empty);

const sdk = await startSdkService();
try {
  const pack = ["npm", "pack", "-w", "sdk/typescript", "--pack-destination", work];
  const tarball = made ?? join(work, (await runCommand(home, pack)).trim().split("\n").at(-1)!);
  const env = {
    npm_config_cache: join(work, "cache"),
    VINGATE_URL: sdk.relay.url,
    VINGATE_KEY: (await signUp(sdk.service)).key,
  };
  const begun = performance.now();
  await runCommand(empty, ["npm", "install", tarball], env);
  const program = `import { Vingate } from "@vingate/client";
    const { data } = await new Vingate().decodeVin("5J6RW2H59JL990075");
    console.log(data.basic.make, data.basic.model);`;
  const decoded = (await runCommand(empty, ["node", "--input-type=module", "--eval", program], env)).trim();
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `npm install to the first VIN (${decoded}): ${seconds.toFixed(1)} s of at most ${limitSeconds} s`,
  );
  if (seconds > limitSeconds || decoded !== "HONDA CR-V") process.exitCode = 1;
} finally {
  await sdk.end();
  rmSync(work, { recursive: true, force: true });
}
