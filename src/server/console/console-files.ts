import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { etagOf } from "../../http/etag.ts";
import { type BuildDescription, builtFolder, consoleSource, descriptionName } from "./console-source.ts";

/** One file that the browser may ask for, in the forms it may be sent in. */
export interface ConsoleFile {
  readonly type: string;
  readonly identity: Uint8Array;
  readonly br?: Uint8Array;
  readonly gzip?: Uint8Array;
  /** Of the file as it is; each compressed form has one of its own. */
  readonly etag: string;
}

/** A build in memory. */
export interface ConsoleFiles {
  readonly description: BuildDescription;
  readonly byName: ReadonlyMap<string, ConsoleFile>;
}

/** The newest build's folder; undefined where the sources have changed since, or nothing was ever built. */
function currentBuild(): string | undefined {
  if (!existsSync(builtFolder)) return undefined;
  const source = consoleSource();
  const found = readdirSync(builtFolder).find(
    (name) => !name.startsWith(".") && (source === undefined || name === source),
  );
  const folder = found && join(builtFolder, found);
  return folder && existsSync(join(folder, descriptionName)) ? folder : undefined;
}

async function readBuild(folder: string): Promise<ConsoleFiles> {
  const description: BuildDescription = await Bun.file(join(folder, descriptionName)).json();
  const read = (name: string) => Bun.file(join(folder, name)).bytes();
  const files = await Promise.all(
    description.files.map(async ({ name, type, compressed }): Promise<[string, ConsoleFile]> => {
      const identity = await read(name);
      const forms = compressed && { br: await read(`${name}.br`), gzip: await read(`${name}.gz`) };
      return [name, { type, identity, ...forms, etag: etagOf(identity) }];
    }),
  );
  return { description, byName: new Map(files) };
}

/** Builds in a process of its own: bundling takes memory that a serving process would keep. */
async function build(): Promise<void> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "console-build.ts")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [code, said] = [await child.exited, await new Response(child.stderr).text()];
  if (code !== 0) throw new Error(`the console was not built: ${said.trim().slice(0, 2000)}`);
}

let loaded: Promise<ConsoleFiles> | undefined;

/** The console as it is served; built first where it has not been. Throws where it cannot be built. */
export function consoleFiles(): Promise<ConsoleFiles> {
  loaded ??= (async () => {
    if (!currentBuild()) await build();
    const folder = currentBuild();
    if (!folder) throw new Error(`the console's build did not appear in ${builtFolder}`);
    return readBuild(folder);
  })();
  // What failed is tried again: it may have been a full disk.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}
