import { masterKeyCheck, presentMasterKey } from "../../../src/access/identity.ts";
import { readRotation } from "../../../src/access/rotation/master-key-rotation.ts";
import { digestToken } from "../../../src/access/tokens.ts";
import { createVault } from "../../../src/access/vault.ts";
import { rotateMasterKey } from "../../../src/cli/rotate/master-key.ts";
import { sql } from "../../../src/database/sql.ts";
import { loadServices } from "../../../src/feature.ts";
import { features } from "../../../src/features.ts";
import type { KeySlot } from "../../../src/http/caller.ts";
import { keyContext } from "../../../src/management/subscriptions/subscription-keys.ts";
import type { Change } from "./changes.ts";
import type { Started } from "./start-on.ts";

/** Ends a rotation that was under way, and opens every key that was answered with what the folder then has. */
export async function keyFaults(
  { config, database }: Started,
  changes: readonly Change[],
): Promise<string[]> {
  const faults: string[] = [];
  if (await readRotation(database)) {
    const sealed = (await loadServices(features)).flatMap((service) => service.sealed ?? []);
    // Their processes have ended, but not long enough ago to be silent.
    await database.run(sql`delete from node`);
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const code = await rotateMasterKey(database, config, { sealed, keyFile: undefined, startMs: 0, say });
    if (code !== 0)
      faults.push(`the repeated rotation of the master key ends with ${code}: ${said.join(" ")}`);
  }
  const key = presentMasterKey(config);
  if (!key) return [...faults, "the master key is gone"];
  const vault = createVault(key);
  const kept = await database.get<{ value: string }>(
    sql`select value from setting where name = ${masterKeyCheck}`,
  );
  if (kept?.value !== vault.check) faults.push("the master key is another one");
  const rows = await database.all<{ digest: string; id: string; slot: KeySlot; sealed: Uint8Array }>(sql`
    select digest, subscription_id as id, slot, sealed from subscription_key where sealed is not null`);
  const made = new Map(
    changes.flatMap((one) => (one.kind === "made" ? [[digestToken(one.key), one.key]] : [])),
  );
  for (const { digest, id, slot, sealed } of rows)
    try {
      const opened = vault.open(sealed, keyContext(id, slot));
      if (digestToken(opened) !== digest || (made.get(digest) ?? opened) !== opened)
        faults.push(`another key is sealed for ${id}`);
    } catch {
      faults.push(`the ${slot} key of ${id} cannot be opened`);
    }
  return faults;
}
