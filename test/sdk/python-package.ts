import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newFolder, startProcess } from "../service-process.ts";
import { missingPython, python, run, sdkFolder } from "./python-tools.ts";

// `npm run check:python` builds the Python SDK's wheel and sdist, installs each into an empty environment, and decodes
// a VIN with it. The environment takes httpx from the system, because an index of packages need not be in reach.

const missing = missingPython("httpx", "hatchling", "build", "venv", "ensurepip");
if (missing) {
  console.log(`skipped: ${missing} is missing; npm run test:install installs it`);
  process.exit(0);
}

const token = "operator-token-of-the-python-package";
const root = join(import.meta.dir, "..", "..");
const place = mkdtempSync(join(tmpdir(), "vingate-python-package-"));

async function must(
  command: readonly string[],
  env: Record<string, string> = {},
  cwd = place,
): Promise<string> {
  const { code, output } = await run(command, env, cwd);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** The files of `sdk/python/dist`. */
async function build(): Promise<string[]> {
  const dist = join(sdkFolder, "dist");
  rmSync(dist, { recursive: true, force: true });
  for (const name of ["LICENSE", "NOTICE"]) copyFileSync(join(root, name), join(sdkFolder, name));
  await must([
    python,
    "-m",
    "build",
    "--no-isolation",
    "--skip-dependency-check",
    "--outdir",
    dist,
    sdkFolder,
  ]);
  return readdirSync(dist).sort().reverse();
}

/** The environment of a program that has a key with credits. */
async function customer(url: string): Promise<Record<string, string>> {
  const script = `
from vingate import Vingate
with Vingate(url="${url}", token="${token}") as client:
    made = client.sign_up_user({"email": "ada@example.com", "first_name": "Ada", "last_name": "Byron"})
    print(made["keys"]["primary_key"])
`;
  const key = await must([python, "-c", script], { PYTHONPATH: join(sdkFolder, "src") });
  return { VINGATE_URL: url, VINGATE_KEY: key.trim() };
}

const sample = `
import importlib.metadata, vingate
assert "site-packages" in vingate.__file__, vingate.__file__
assert importlib.metadata.version("vingate") == vingate.__version__
with vingate.Vingate() as client:
    print(client.decode_vin("5J6RW2H59JL990075")["data"]["basic"]["make"])
`;

async function decodeFrom(file: string, env: Record<string, string>): Promise<void> {
  const started = performance.now();
  const venv = join(place, file);
  await must([python, "-m", "venv", "--system-site-packages", venv]);
  const pip = [join(venv, "bin", "python"), "-m", "pip", "install", "--quiet", "--no-index"];
  // The sdist is built with the system's hatchling.
  await must([...pip, "--no-build-isolation", join(sdkFolder, "dist", file)]);
  const printed = await must([join(venv, "bin", "python"), "-c", sample], env);
  if (printed !== "HONDA\n") throw new Error(`the first VIN printed ${printed}`);
  const typed = join(venv, "lib", readdirSync(join(venv, "lib"))[0]!, "site-packages", "vingate", "py.typed");
  if (!(await Bun.file(typed).exists())) throw new Error(`${file} has no py.typed`);
  const seconds = (performance.now() - started) / 1000;
  const size = Bun.file(join(sdkFolder, "dist", file)).size / 1024;
  console.log(
    `ok ${file} (${size.toFixed(0)} KiB): ${seconds.toFixed(1)} s from pip install to the first VIN`,
  );
}

const { folder, remove } = newFolder();
const service = await startProcess(folder, { VINGATE_OPERATOR_TOKEN: token }, "ready");
try {
  const files = await build();
  if (files.length !== 2) throw new Error(`the build made ${files.join(", ")}`);
  const env = await customer(service.url);
  for (const file of files) await decodeFrom(file, env);
} finally {
  service.signal("SIGTERM");
  await service.exited;
  remove();
  rmSync(place, { recursive: true, force: true });
}
