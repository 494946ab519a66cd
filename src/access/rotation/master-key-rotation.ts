import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import { readEntries } from "../../decisions/entries.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import { logIds } from "../../decisions/log-file.ts";
import { createVault } from "../vault.ts";

/**
 * A rotation of the master key that has not ended. Whoever has one of its two keys can open the other, so that nodes
 * learn the next key while they run, and start with either.
 */
export interface MasterKeyRotation {
  /** `announced`: nodes learn to open values of the next key. `sealing`: they seal with it. */
  readonly state: "announced" | "sealing";
  /** Check values of the keys. */
  readonly from: string;
  readonly to: string;
  /** The next key, sealed by the former, and the reverse: base64. */
  readonly next: string;
  readonly former: string;
}

const name = "master_key_rotation";
const nextContext = "master_key/next";
const formerContext = "master_key/former";

export interface RotatedKeys {
  readonly former: Uint8Array;
  readonly next: Uint8Array;
}

export async function readRotation(db: Queries): Promise<MasterKeyRotation | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${name}`);
  return row && (JSON.parse(row.value) as MasterKeyRotation);
}

/** Throws `UniqueViolation` if a rotation is under way. */
export async function insertRotation(tx: Queries, rotation: MasterKeyRotation): Promise<void> {
  await tx.run(sql`insert into setting (name, value) values (${name}, ${JSON.stringify(rotation)})`);
}

export async function updateRotation(tx: Queries, rotation: MasterKeyRotation): Promise<void> {
  await tx.run(sql`update setting set value = ${JSON.stringify(rotation)} where name = ${name}`);
}

/** Ends a rotation: the former key is needed no more. */
export async function endRotation(tx: Queries, { from, to }: MasterKeyRotation): Promise<void> {
  await tx.run(sql`delete from setting where name = ${name}`);
  decide(tx, masterKeysRotated, { from, to });
}

/** Only the former key opens a database of before, so a start with the next one fails with advice. */
export const masterKeysRotated: DecisionKind<Pick<MasterKeyRotation, "from" | "to">> = {
  name: "master-key",
  group: "rotated",
  shown: "master keys rotated",
  unconfirmed: "done",
  replay: async () => 0,
};

/** When the key with a check value was replaced, milliseconds UTC, by the logs of a folder. */
export function rotatedAt(folder: string, check: string): number | undefined {
  const texts = logIds(folder).map((id) => readFileSync(join(folder, `${id}.log`), "utf8"));
  for (const { content } of texts.flatMap((text) => readEntries(text).entries))
    if ("decisions" in content)
      for (const { kind, data } of content.decisions)
        if (kind === masterKeysRotated.name && (data as MasterKeyRotation).from === check) return content.at;
  return undefined;
}

/** A rotation that nodes have not noticed yet. */
export function announceRotation({ former, next }: RotatedKeys): MasterKeyRotation {
  const [before, after] = [createVault(former), createVault(next)];
  const sealed = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return {
    state: "announced",
    from: before.check,
    to: after.check,
    next: sealed(before.seal(Buffer.from(next).toString("hex"), nextContext)),
    former: sealed(after.seal(Buffer.from(former).toString("hex"), formerContext)),
  };
}

/** Both keys of a rotation, by one of them; undefined if the key is another. */
export function openRotation(rotation: MasterKeyRotation, key: Uint8Array): RotatedKeys | undefined {
  const vault = createVault(key);
  const opened = (sealed: string, context: string) =>
    Buffer.from(vault.open(Buffer.from(sealed, "base64"), context), "hex");
  if (vault.check === rotation.from) return { former: key, next: opened(rotation.next, nextContext) };
  if (vault.check === rotation.to) return { former: opened(rotation.former, formerContext), next: key };
  return undefined;
}
