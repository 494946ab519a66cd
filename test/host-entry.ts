import type { Context } from "../src/calls/context.ts";
import { insertHostEntry } from "../src/management/users/host-entries.ts";

/** The token of a link that `vingate enter` prints for a user. */
export async function hostEntryToken(
  { database, config, clock }: Pick<Context, "database" | "config" | "clock">,
  userId: string,
): Promise<string> {
  const audit = { at: clock(), actor: { kind: "operator" }, address: "", requestId: "command" } as const;
  const made = await database.transaction((tx) => insertHostEntry(tx, config, userId, audit));
  return made.entry_token;
}
