import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { once } from "../../base/loading.ts";
import { scriptOutput } from "../../base/processes.ts";
import { type StoredBody, storedBody } from "../../http/stored-body.ts";
import { type BuildDescription, builtFolder, consoleSource, descriptionName } from "./console-source.ts";

/** A build in memory. */
export interface ConsoleFiles {
  readonly description: BuildDescription;
  readonly byName: ReadonlyMap<string, StoredBody>;
}

/** The folder of the current build; undefined if there is none, or the sources have changed since. */
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
    description.files.map(async ({ name, type, compressed }): Promise<[string, StoredBody]> => {
      const identity = await read(name);
      if (!compressed) return [name, storedBody(type, identity)];
      const forms = { br: await read(`${name}.br`), gzip: await read(`${name}.gz`) };
      return [name, storedBody(type, identity, forms)];
    }),
  );
  return { description, byName: new Map(files) };
}

/** The console as it is served; built first if there is no current build. Throws if the build fails. */
export const consoleFiles = once(async () => {
  if (!currentBuild()) await scriptOutput("src/server/console/console-build.ts");
  const folder = currentBuild();
  if (!folder) throw new Error(`the console's build did not appear in ${builtFolder}`);
  return readBuild(folder);
});
