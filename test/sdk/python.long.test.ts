import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import type { Serve } from "../../src/calls/dispatch.ts";
import { blocksOf } from "../documents/page.ts";
import { signUp, startService } from "../harness.ts";
import { laterHttpx, missingPython, python, run, sdkFolder } from "./python-tools.ts";

const missing = missingPython("httpx", "pytest");
if (missing) console.log(`skipped: the Python SDK's tests need ${missing}; npm run test:install installs it`);
const hasMypy = Bun.which("mypy", { PATH: "/usr/bin" }) !== null;
if (!hasMypy) console.log("skipped: no mypy; npm run test:install installs it");
const hasLater = !missing && existsSync(laterHttpx);
if (!hasLater) console.log("skipped: no httpx 0.28; npm run test:install installs it");

const folder = mkdtempSync(join(tmpdir(), "vingate-python-"));
/** The variables of `sdk/python/tests`, and how the service ends. */
let service: { readonly env: Record<string, string>; end(): Promise<void> };

beforeAll(async () => {
  let serve: Serve | undefined;
  const fetch = (request: Request) => serve!(request, "127.0.0.1");
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });
  const url = `http://127.0.0.1:${server.port}`;
  const started = await startService(undefined, { VINGATE_PUBLIC_URL: url }, { clock: systemClock });
  serve = started.serve;
  const { userId } = await signUp(started);
  service = {
    env: {
      VINGATE_TEST_URL: url,
      VINGATE_TEST_TOKEN: started.firstRun.operator_token,
      VINGATE_TEST_OWNER: userId,
    },
    async end() {
      await server.stop(true);
      await started.end();
    },
  };
});
afterAll(async () => {
  await service?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs tests of `sdk/python/tests`, with the packages of a folder before the installed ones. */
async function pytest(packages: string, ...words: string[]): Promise<string> {
  const command = [python, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", ...words];
  const path = [packages, "src", "tests"].filter(Boolean).join(":");
  // Plugins of the installed packages need not fit those of the folder.
  const { code, output } = await run(command, {
    ...service.env,
    PYTHONPATH: path,
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
  });
  return code === 0 ? "passed" : output.slice(-5000);
}

test.skipIf(missing !== undefined)(
  "calls and batches survive faults, sync and async",
  async () => {
    // Most of the time they wait: a call that was lost before it was charged is called again after 12 seconds.
    const parts = [
      "random and async",
      "random and not async",
      "not random and async",
      "not random and not async",
    ];
    const results = await Promise.all(parts.map((part) => pytest("", "tests", "-k", part)));
    expect(results).toEqual(parts.map(() => "passed"));
  },
  240_000,
);

test.skipIf(!hasLater)(
  "calls and batches survive faults with httpx 0.28",
  async () => {
    const version = [python, "-c", "import httpx; print(httpx.__version__)"];
    expect((await run(version, { PYTHONPATH: laterHttpx })).output).toStartWith("0.28.");
    expect(
      await pytest(
        laterHttpx,
        "tests",
        "-k",
        "order or lost or slow or cancelled or pages or events or file or values or sample",
      ),
    ).toBe("passed");
  },
  240_000,
);

/** mypy's cache of Python's library and httpx is kept for the next run. */
const strict = [
  "/usr/bin/mypy",
  "--strict",
  "--config-file=pyproject.toml",
  `--cache-dir=${tmpdir()}/vingate-mypy`,
];

test.skipIf(missing !== undefined || !hasMypy)(
  "the package and the samples are typed strictly",
  async () => {
    const readme = readFileSync(join(sdkFolder, "README.md"), "utf8");
    const samples = blocksOf(readme, "python");
    for (const [at, code] of samples.entries()) await Bun.write(join(folder, `sample_${at}.py`), code);
    const wrong = [
      "from vingate import Vingate",
      'vehicle = Vingate("k").decode_vin("5J6RW2H59JL990075")',
      'vehicle["data"]["basic"]["colour"]',
      "Vingate().decode_vin()",
    ];
    await Bun.write(join(folder, "wrong.py"), `${wrong.join("\n")}\n`);
    const { output } = await run([...strict, join(sdkFolder, "src"), folder], {
      MYPYPATH: join(sdkFolder, "src"),
    });
    const errors = output.split("\n").filter((line) => line.includes(": error: "));
    expect(errors.map((line) => line.replace(/^.*\/(.*?): error: .* {2}\[(.*)\]$/, "$1 $2"))).toEqual([
      "wrong.py:3 typeddict-item",
      "wrong.py:4 call-arg",
    ]);
    expect(output).toMatch(/\nFound 2 errors in 1 file \(checked \d+ source files\)\n$/);
  },
  240_000,
);
