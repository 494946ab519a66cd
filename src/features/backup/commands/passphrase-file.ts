import { readFileSync } from "node:fs";
import { passphrase } from "../../../base/settings/setting.ts";
import { CommandFailure } from "../../../cli/command.ts";

/** The passphrase in a file, or the setting's without one. */
export function passphraseOf(file: string | undefined, configured: string | undefined): string | undefined {
  if (file === undefined) return configured;
  try {
    return passphrase(readFileSync(file, "utf8").replace(/\r?\n$/, ""));
  } catch (error) {
    throw new CommandFailure(`the passphrase in ${file} cannot be used: ${(error as Error).message}`);
  }
}
