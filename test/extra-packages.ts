import { existsSync } from "node:fs";
import { join } from "node:path";

// Packages of npm that tests alone use, and that are too large or too rarely needed for the lock file: whoever runs
// the service does not download them. `npm test` requests all that are missing from npm at once
// (`runner/extra-install.ts`).

/** The folder in which they are installed. */
export const extraHome = join(import.meta.dir, "../node_modules/.tests");

/** The folder of one of them; undefined where it is not installed. */
export function extraPackage(name: string): string | undefined {
  const folder = join(extraHome, "node_modules", name);
  return existsSync(join(folder, "package.json")) ? folder : undefined;
}
