import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";

/** Copies the files of a checkout as they are: changed ones too, and new ones that git does not ignore. */
export function copyWorkTree(home: string, to: string, keeps: (path: string) => boolean = () => true): void {
  const list = Bun.spawnSync([
    "git",
    "-C",
    home,
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  if (!list.success) throw new Error(`${list.stderr}`);
  for (const path of list.stdout.toString().split("\0"))
    if (path !== "" && existsSync(join(home, path)) && keeps(path))
      cpSync(join(home, path), join(to, path), { recursive: true, verbatimSymlinks: true });
}
