import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Programs from Debian packages that were unpacked into a folder: nothing is installed, no service is started. */
export interface Tools {
  /** Where a file of a package is: in the folder, or in the system where the package is installed. */
  path(inPackage: string): string;
  readonly env: Record<string, string>;
}

/** Runs a command to its end. Throws with its last lines when it fails or takes longer than four minutes. */
export async function run(command: string[], cwd: string): Promise<void> {
  if (Bun.which(command[0]!) === null) throw new Error(`there is no ${command[0]} here`);
  const child = Bun.spawn(command, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: 240_000 });
  const [, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0)
    throw new Error(`${command[0]} failed: ${complaint.trim().split("\n").slice(-2).join(" ")}`);
}

/** Downloads packages with what they need and the system lacks, and unpacks them. Needs no root. */
export async function unpackDebian(folder: string, packages: readonly string[]): Promise<Tools> {
  const place = join(folder, packages[0]!);
  const [root, archives] = [join(place, "root"), join(place, "archives")];
  if (!existsSync(root)) {
    mkdirSync(join(archives, "partial"), { recursive: true });
    const options = ["-o", "Debug::NoLocking=1", "-o", `Dir::Cache::archives=${archives}`];
    await run(
      ["apt-get", "install", "-y", "--no-install-recommends", "--download-only", ...options, ...packages],
      place,
    );
    mkdirSync(root);
    for (const name of readdirSync(archives).filter((each) => each.endsWith(".deb")))
      await run(["dpkg", "-x", join(archives, name), root], place);
  }
  const path = (inPackage: string): string => {
    const found = [join(root, inPackage), inPackage].find((each) => existsSync(each));
    if (!found) throw new Error(`no package of ${packages.join(", ")} holds ${inPackage}`);
    return found;
  };
  const libraries = ["lib", "usr/lib"].flatMap((parent) => {
    const folder = join(root, parent);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.filter((name) => name.endsWith("-linux-gnu")).map((name) => join(folder, name));
  });
  return {
    path,
    env: {
      LD_LIBRARY_PATH: libraries.join(":"),
      PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
    },
  };
}
