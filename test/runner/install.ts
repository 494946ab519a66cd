import { join } from "node:path";
import { findBrowser } from "../console/find-browser.ts";
import { installExtras } from "./extra-install.ts";

const root = join(import.meta.dir, "../..");

/** Requests from npm what tests use beside the lock file; prints what is still missing. */
export async function bringPackages(): Promise<boolean> {
  const missing = await installExtras("path" in (await findBrowser()));
  if (missing !== undefined) console.warn(`not installed, so that their tests are skipped: ${missing}`);
  return missing === undefined;
}

/** Brings all that tests use: Debian packages as root, packages of npm, and what features name. */
export async function bringAll(): Promise<boolean> {
  const scripts = [
    "test/install-debian.sh",
    "test/install-python.sh",
    ...[...new Bun.Glob("src/features/*/test/install.sh").scanSync(root)].sort(),
  ];
  let complete = true;
  for (const script of scripts) {
    const run = Bun.spawn(["sh", script], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    if ((await run.exited) !== 0) complete = false;
  }
  return (await bringPackages()) && complete;
}
