import { join } from "node:path";

const embedded = "/$bunfs/root";

/** Whether this is the program in one file, which contains its scripts and data. */
export const isExecutable = import.meta.dir.startsWith(embedded);

/** Whether a file is inside the executable. */
export const isEmbedded = (file: string): boolean => file.startsWith(`${embedded}/`);

const home = isExecutable ? embedded : join(import.meta.dir, "..", "..", "..");

/**
 * A file or folder that comes with the program, by its path in the project. In the executable it can be read whole and
 * listed, and not be opened by a handle.
 */
export const programFile = (path: string): string => join(home, path);

/** The script of a thread or process, by its path in the project: `src/…-worker.ts` or `src/…-script.ts`. */
export const programScript = (path: string): string =>
  programFile(isExecutable ? path.replace(/\.ts$/, ".js") : path);

/** Starts a thread. */
export const startThread = (path: string): Worker => new Worker(programScript(path));

/** The file of the program in one file; elsewhere that of the runtime. */
export const executableFile = process.execPath;

/** The command line that starts this program another time. */
export const programCommand = (words: readonly string[]): string[] =>
  isExecutable
    ? [process.execPath, ...words]
    : [process.execPath, ...process.execArgv, process.argv[1]!, ...words];

/** The first argument of a program that runs one of its scripts. */
export const scriptOption = "--script";

/** The command line that runs a script of this program. The script finds its arguments from `process.argv[2]` on. */
export const scriptCommand = (path: string, args: readonly string[]): string[] =>
  isExecutable
    ? [process.execPath, scriptOption, path, ...args]
    : [process.execPath, programScript(path), ...args];

/** Runs a script of the executable in this process, as `scriptCommand` requires. */
export async function runScript([path = "", ...args]: readonly string[]): Promise<void> {
  process.argv.splice(1, process.argv.length, programScript(path), ...args);
  await import(programScript(path));
}
