import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export const sdkFolder = join(import.meta.dir, "..", "..", "sdk", "python");

/** Debian's, which has the packages that `npm run test:install` installs. Another one may come first in PATH. */
export const python = "/usr/bin/python3";

/** Where `test/install-python.sh` puts a later httpx. */
export const laterHttpx = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  "vingate",
  "httpx-0.28",
);

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a command in the SDK's folder, or another one. */
export async function run(
  command: readonly string[],
  env: Record<string, string> = {},
  cwd = sdkFolder,
): Promise<Ended> {
  const own = { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONDONTWRITEBYTECODE: "1", ...env };
  const child = Bun.spawn([...command], { cwd, env: own, stdio: ["ignore", "pipe", "pipe"] });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output: out + errors };
}

/** What of Python and its packages is missing. */
export function missingPython(...modules: string[]): string | undefined {
  if (!existsSync(python)) return python;
  return modules.find((name) => Bun.spawnSync([python, "-c", `import ${name}`]).exitCode !== 0);
}
