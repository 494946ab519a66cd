import { accessSync, constants, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { extraHome as testPackages } from "../extra-packages.ts";

/** A browser, and what its environment needs. */
interface Browser {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A browser, or why there is none. */
type Found = Browser | { readonly missing: string };

/** The headless shell first: it has no windows, and takes a third less time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const ofMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

const packaged = join(testPackages, "node_modules/@sparticuz/chromium");

/** The browser of this machine, or that of npm's package. */
export async function findBrowser(): Promise<Found> {
  for (const name of names) {
    const path = Bun.which(name);
    if (path) return { path };
  }
  if (existsSync(ofMac)) return { path: ofMac };
  return existsSync(packaged) ? extracted() : { missing: "no Chromium is installed" };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser in a folder. A machine without its libraries takes those of the package. */
function browserIn(folder: string): Browser {
  const libraries = join(folder, "al2023/lib");
  const path = join(folder, "chromium");
  return existsSync(libraries) ? { path, env: { LD_LIBRARY_PATH: libraries } } : { path };
}

/** What a browser prints if it does not start. */
function faultOf({ path, env }: Browser): string | undefined {
  const started = Bun.spawnSync([path, "--version"], { env: { ...process.env, ...env } });
  return started.success ? undefined : String(started.stderr).trim();
}

/** Extracts the browser, its fonts and its libraries into the folder for temporary files. */
const extract = `
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  await chromium.executablePath();
  await inflate(process.argv.at(-1));`;

/**
 * The browser of npm's package, which is compressed. The package extracts it into the folder for temporary files, where
 * another process finds half a file, and another user one that is not its own. So each process extracts it into a folder
 * of its own, and one of them becomes the browser of all.
 */
function extracted(): Found {
  const { version } = JSON.parse(readFileSync(join(packaged, "package.json"), "utf8"));
  const shared = join(testPackages, `chromium-${version}`);
  if (existsSync(shared)) return browserIn(shared);
  const [base, folder] = isWritable(testPackages)
    ? [testPackages, shared]
    : [tmpdir(), join(tmpdir(), `vingate-chromium-${version}-${userInfo().uid}`)];
  if (existsSync(folder)) return browserIn(folder);
  const own = mkdtempSync(join(base, "chromium-"));
  try {
    const made = Bun.spawnSync([process.execPath, "-e", extract, join(packaged, "bin/al2023.tar.br")], {
      cwd: testPackages,
      env: { ...process.env, TMPDIR: own },
    });
    if (!made.success)
      return { missing: `npm's Chromium cannot be extracted: ${String(made.stderr).trim()}` };
    const fault = faultOf(browserIn(own));
    if (fault !== undefined) return { missing: `npm's Chromium does not start: ${fault}` };
    if (faultOf({ path: join(own, "chromium") }) === undefined)
      rmSync(join(own, "al2023"), { recursive: true });
    // Another user of this folder reads it, too.
    Bun.spawnSync(["chmod", "-R", "a+rX", own]);
    renameSync(own, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return browserIn(folder);
}
