import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "./child.ts";

/** Programs of Debian packages that were unpacked into a folder; nothing is installed. */
export interface Tools {
  /** Path of a package's file: in the folder, or in the system if the package is installed. */
  path(inPackage: string): string;
  readonly env: Record<string, string>;
}

/** Downloads packages with their missing dependencies and unpacks them. Needs no root. */
export async function unpackDebian(folder: string, packages: readonly string[]): Promise<Tools> {
  const cwd = join(folder, packages[0]!);
  const [root, archives] = [join(cwd, "root"), join(cwd, "archives")];
  if (!existsSync(root)) {
    mkdirSync(join(archives, "partial"), { recursive: true });
    const options = ["-o", "Debug::NoLocking=1", "-o", `Dir::Cache::archives=${archives}`, "--download-only"];
    const command = ["apt-get", "install", "-y", "--no-install-recommends", ...options, ...packages];
    await run(command, { cwd, seconds: 240 });
    mkdirSync(root);
    for (const name of readdirSync(archives).filter((each) => each.endsWith(".deb")))
      await run(["dpkg", "-x", join(archives, name), root]);
  }
  const libraries = ["lib", "usr/lib"].flatMap((parent) => {
    const folder = join(root, parent);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.filter((name) => name.endsWith("-linux-gnu")).map((name) => join(folder, name));
  });
  return {
    path(inPackage) {
      const found = [join(root, inPackage), inPackage].find((each) => existsSync(each));
      if (!found) throw new Error(`no package of ${packages.join(", ")} contains ${inPackage}`);
      return found;
    },
    env: {
      LD_LIBRARY_PATH: libraries.join(":"),
      PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
    },
  };
}
