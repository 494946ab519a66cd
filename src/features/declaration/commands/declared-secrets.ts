import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "../../../cli/command.ts";
import type { Declaration } from "../declaration.ts";
import type { SecretSource } from "../differences.ts";

/** What the operator lets a declaration read: its writer also names the address that receives the value. */
export interface SecretAccess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables that may be read, by the beginnings of their names. */
  readonly prefixes: readonly string[];
  /** The folder of files that may be read. */
  readonly folder: string | undefined;
}

/** The source of an API's credential, as a declaration names it. */
interface NamedSource extends SecretSource {
  readonly name: string;
}

/** The variables and files with credentials that a declaration names. */
export function sourcesOf({ apis = [], upstreams = [] }: Declaration): readonly NamedSource[] {
  return [...apis, ...upstreams].flatMap(({ name, auth, fallback }) =>
    [auth ?? [], fallback?.auth ?? []]
      .flat()
      .filter(({ value_env, value_file }) => (value_env ?? value_file) !== undefined)
      .map(({ value_env, value_file }) => ({ name, value_env, value_file })),
  );
}

/** Throws unless all of them may be read. */
export function requireReadable(sources: readonly NamedSource[], { prefixes, folder }: SecretAccess): void {
  for (const { name, value_env: variable, value_file: file } of sources) {
    if (file !== undefined && folder === undefined)
      throw new CommandFailure(
        `${name}: the file ${file} is not allowed. Name the folder with such files by --secrets-dir`,
      );
    if (variable === undefined) continue;
    if (variable.startsWith("VINGATE_"))
      throw new CommandFailure(`${name}: ${variable} is a setting of this service, not a credential`);
    if (!prefixes.some((prefix) => prefix !== "" && variable.startsWith(prefix)))
      throw new CommandFailure(
        `${name}: the variable ${variable} is not allowed. If its value is for this backend, add --env-prefix ${variable}`,
      );
  }
}

/** Reads a value. The end of a file's last line does not belong to it. */
export function readSecret(
  { value_env, value_file }: SecretSource,
  { env, folder }: SecretAccess,
): string | undefined {
  if (value_file === undefined) return env[value_env!];
  const file = join(folder!, value_file);
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new CommandFailure(`cannot read ${file}: ${(error as Error).message}`);
  }
}
