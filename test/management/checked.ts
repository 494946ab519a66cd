import { loadConfig } from "../../src/config.ts";
import { features } from "../../src/features.ts";
import { type Finding, type Inspected, ok, runChecks } from "../../src/running/check.ts";
import { allChecks } from "../all-checks.ts";

export const now = Date.UTC(2026, 10, 21);

/** An installation with these settings, without a database. */
export const inspected = (settings: Record<string, string>, more: Partial<Inspected> = {}): Inspected => ({
  config: loadConfig(settings, features),
  clock: () => now,
  cores: 4,
  database: undefined,
  vinData: undefined,
  serves: false,
  compare: async () => ok("compared"),
  ...more,
});

/** What the check of a name finds. */
export async function find(name: string, at: Inspected): Promise<Finding> {
  const [result] = await runChecks(
    allChecks.filter((check) => check.name === name),
    at,
  );
  const { name: _, item: __, ...finding } = result!;
  return finding;
}

export const stateOf = async (name: string, at: Inspected) => (await find(name, at)).state;
