import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The commit of each release that a rolling upgrade is tried from. */
const commits = {
  "0.2.0": "b7f70684302afe044b4ed82bcbf95c0ea263901b",
  "0.3.0": "18e5b22dc083aa887d7ecb3465808f6f02a1ec55",
} as const;

export type Release = keyof typeof commits;

const root = join(import.meta.dir, "../..");

export interface CheckedOut {
  /** Its `main.ts`. */
  readonly program: string;
  remove(): void;
}

/** Why a release's program is not to be had here; undefined if it is. */
export function releaseMissing(release: Release): string | undefined {
  const { exitCode } = Bun.spawnSync(["git", "cat-file", "-e", `${commits[release]}^{commit}`], {
    cwd: root,
  });
  return exitCode === 0 ? undefined : `this clone lacks the commit of release ${release}`;
}

/** Writes a released program into a temporary folder, with the present packages. */
export async function checkOut(release: Release): Promise<CheckedOut> {
  const folder = mkdtempSync(join(tmpdir(), `vingate-${release}-`));
  const archive = Bun.spawn(
    ["git", "archive", commits[release], "src", "demo", "docs", "console", "vendor", "package.json"],
    {
      cwd: root,
      stdout: "pipe",
    },
  );
  const { exitCode } = Bun.spawnSync(["tar", "-x", "-C", folder], {
    stdin: await new Response(archive.stdout).bytes(),
  });
  if (exitCode !== 0) throw new Error(`release ${release} cannot be checked out`);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "console"), { recursive: true });
  symlinkSync(join(root, "console/node_modules"), join(folder, "console/node_modules"));
  return {
    program: join(folder, "src/main.ts"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
