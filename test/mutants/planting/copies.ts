import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

export const root = join(import.meta.dir, "../../..");

/** What has sources that are edited, and what imports or starts these. All else of the project is linked. */
const copied = [
  ...["src", "test", "tools", "bench", "bin", "console", "library", "sdk", "verify"],
  ...["package.json", "tsconfig.json", "bunfig.toml"],
];
/** What runs write: each copy makes its own. */
const leftOut = [".git", "coverage", "data", "dist"];

/** The file, in a copy, to which the service's log is also written. */
export const logFile = "mutant.log";

/** A copy of the sources in which bugs may be planted, in a folder of its own. */
export function copySources(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "vingate-mutants-")));
  // Packages are linked; an unfinished build of the console belongs to another process.
  const filter = (path: string) => basename(path) !== "node_modules" && !basename(path).startsWith(".work-");
  for (const name of copied.filter((each) => existsSync(join(root, each))))
    cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  symlinkSync(join(root, "console/node_modules"), join(copy, "console/node_modules"));
  for (const name of readdirSync(root))
    if (!copied.includes(name) && !leftOut.includes(name)) symlinkSync(join(root, name), join(copy, name));
  logToFile(copy);
  return copy;
}

/** An edit that throws in an operation shows in the service's log alone. */
function logToFile(copy: string): void {
  const log = join(copy, "src/base/log.ts");
  const signature = "export function createLog(clock: Clock, write: (line: string) => void): Log {";
  const source = readFileSync(log, "utf8");
  if (!source.includes(signature)) throw new Error("src/base/log.ts has another createLog");
  writeFileSync(
    log,
    `import { appendFileSync } from "node:fs";\n${source.replace(
      signature,
      `export function createLog(clock: Clock, print: (line: string) => void): Log {
  const write = (line: string) => {
    appendFileSync(${JSON.stringify(join(copy, logFile))}, line);
    print(line);
  };`,
    )}`,
  );
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}
