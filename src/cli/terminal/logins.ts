import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { withoutEnd } from "../../base/text/without-end.ts";
import { CommandFailure } from "../command.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A service, and the key that its calls send. */
export interface Login {
  readonly url: string;
  readonly key: string;
}

/** The name of the login that commands use without `--service`. */
export const defaultService = "default";

/** The folder of the user's settings: `XDG_CONFIG_HOME`, `~/.config`, or `%APPDATA%` on Windows. */
export function configFolder(env: Environment): string {
  const home = env.HOME || homedir();
  if (process.platform === "win32") return env.APPDATA || join(home, "AppData", "Roaming");
  return env.XDG_CONFIG_HOME || join(home, ".config");
}

/** The file that contains URLs and keys. */
export const loginsFile = (env: Environment): string => join(configFolder(env), "vingate", "logins.json");

/** The logins by name; empty without a file. */
export function readLogins(env: Environment): Map<string, Login> {
  const file = loginsFile(env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
  hide(file);
  const logins = parsed(text);
  if (!logins) throw new CommandFailure(`${file} is damaged. Delete it and log in again`);
  return logins;
}

/** A copy or an editor may have let others read it. */
function hide(file: string): void {
  if (process.platform === "win32" || (statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new CommandFailure(`others can read ${file}: ${(error as Error).message}`);
  }
}

function parsed(text: string): Map<string, Login> | undefined {
  try {
    const { services } = JSON.parse(text) as { services: Record<string, Login> };
    const logins = new Map(Object.entries(services).map(([name, { url, key }]) => [name, { url, key }]));
    const isWhole = ({ url, key }: Login) => typeof url === "string" && typeof key === "string";
    return [...logins.values()].every(isWhole) ? logins : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step; only the user can read it. Without logins there is no file. */
export function writeLogins(env: Environment, logins: ReadonlyMap<string, Login>): void {
  const file = loginsFile(env);
  if (logins.size === 0) {
    rmSync(file, { force: true });
    return;
  }
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ services: Object.fromEntries(logins) }, undefined, 2)}\n`;
    writeFileSync(written, text, { mode: 0o600, flag: "wx" });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw new CommandFailure(`the login cannot be kept in ${file}: ${(error as Error).message}`);
  }
}

/** The login that a command uses. A kept key is sent to its own URL only. */
export function findLogin(env: Environment, service?: string): Login | undefined {
  const logins = readLogins(env);
  if (service !== undefined) return logins.get(service);
  const url = env.VINGATE_URL && withoutEnd(env.VINGATE_URL, "/");
  if (!url && !env.VINGATE_KEY) return logins.get(defaultService);
  if (!env.VINGATE_KEY) return [...logins.values()].find((login) => login.url === url);
  const target = url || logins.get(defaultService)?.url;
  return target === undefined ? undefined : { url: target, key: env.VINGATE_KEY };
}
