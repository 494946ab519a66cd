import { readFileSync } from "node:fs";
import { nearest } from "../edit-distance.ts";
import type { Setting } from "./setting.ts";
import type { SettingsTable } from "./settings-table.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as operators see it. A secret has only whether it is set. */
export interface StatedSetting {
  readonly name: string;
  readonly summary: string;
  /** As set; null if it is not set or is a secret. */
  readonly value: string | null;
  /** The default, in words. */
  readonly fallback: string;
  readonly source: "environment" | "file" | "default";
  readonly secret: boolean;
}

/** A table of settings as read from the environment. */
export interface ReadSettings {
  /** By the table's keys. Without those that have a problem. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The files that secrets are read from, by the names of their settings. */
  readonly secretFiles: ReadonlyMap<string, string>;
  /** The names in the environment that are settings. */
  readonly names: ReadonlySet<string>;
  /** The names that Kubernetes set. */
  readonly ignored: readonly string[];
  readonly stated: readonly StatedSetting[];
  /** One line each. */
  readonly problems: string[];
}

// Kubernetes sets these for a service named "vingate".
function injectedByKubernetes(name: string, value: string): boolean {
  return /^VINGATE_(SERVICE|PORT)_/.test(name) || (name === "VINGATE_PORT" && value.startsWith("tcp://"));
}

/** What programs that call a service read, the commands of `src/features/cli-client/` among them. */
const callersVariables = ["VINGATE_URL", "VINGATE_KEY", "VINGATE_TOKEN"];

/** Reads every setting of the table, secrets also from the file that `NAME_FILE` names. */
export function readSettings(settings: SettingsTable, env: Environment): ReadSettings {
  const problems: string[] = [];
  const ignored: string[] = [];
  const raw = new Map<string, string>();
  const all = Object.values(settings);
  const known = all.flatMap((item) => (item.secret ? [item.name, `${item.name}_FILE`] : [item.name]));
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith("VINGATE_") || value === undefined || value === "") continue;
    if (callersVariables.includes(name)) continue;
    if (injectedByKubernetes(name, value)) ignored.push(name);
    else if (known.includes(name)) raw.set(name, value);
    else {
      const near = nearest(name, known);
      problems.push(`${name} is not a setting${near ? `; did you mean ${near}?` : ""}`);
    }
  }
  const values: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(settings)) {
    try {
      values[key] = item.parse(readSetting(item, raw));
    } catch (error) {
      const message = (error as Error).message;
      problems.push(`${item.name}${message.startsWith("_") ? "" : " "}${message}`);
    }
  }
  const stated = all.map((item) => statedSetting(item, raw));
  const secretFiles = new Map(
    all.flatMap(({ name, secret }) => {
      const file = secret ? raw.get(`${name}_FILE`) : undefined;
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
  return { values, secretFiles, names: new Set(raw.keys()), ignored, stated, problems };
}

function readSetting({ name, secret }: Setting<unknown>, raw: ReadonlyMap<string, string>) {
  const file = raw.get(`${name}_FILE`);
  if (!secret || file === undefined) return raw.get(name);
  if (raw.has(name)) throw new Error(`and ${name}_FILE are both set; keep one`);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new Error(`_FILE cannot be read: ${(error as Error).message}`);
  }
}

function statedSetting(item: Setting<unknown>, raw: ReadonlyMap<string, string>): StatedSetting {
  const { name, summary, shown: fallback, secret = false } = item;
  // Any URL can contain a password.
  const value = secret ? null : (raw.get(name)?.replace(/\/\/[^/@]*@/, "//") ?? null);
  const source = raw.has(`${name}_FILE`) ? "file" : raw.has(name) ? "environment" : "default";
  return { name, summary, value, fallback, source, secret };
}

/** The setting that a command-line option such as `--port` probably means, and its name in the environment. */
export function nearestSetting(settings: SettingsTable, option: string): string | undefined {
  const name = `VINGATE_${option.replace(/^-+/, "").replaceAll("-", "_").toUpperCase()}`;
  return nearest(
    name,
    Object.values(settings).map((item) => item.name),
  );
}

/** A line for each setting, with its summary and default. */
export function describe(settings: SettingsTable): string {
  const rows = Object.values(settings);
  const width = Math.max(...rows.map((row) => row.name.length)) + 2;
  const files = rows.filter((row) => row.secret).map((row) => `${row.name}_FILE`);
  return rows
    .map((row) => `  ${row.name.padEnd(width)}${row.summary} Default: ${row.shown}.`)
    .concat(`  A secret can be read from a file: ${files.join(", ")}.`)
    .join("\n");
}
