import { randomBytes } from "node:crypto";
import type { Vault } from "../../../access/vault.ts";
import { dayMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import { ProofKey } from "../format/notes.ts";

const seedBytes = 32;
/** A replaced key signs for so long beside the new one. */
export const bothSignMs = 60 * dayMs;

export const seedContext = (id: string): string => `proof-key/${id}`;

interface KeyRow {
  readonly id: string;
  readonly seed: Uint8Array;
}

/** The keys that sign, the newest first. The first is made when it is first needed. */
export async function findKeys(db: Queries, vault: Vault, host: string, now: number): Promise<ProofKey[]> {
  const rows = await readKeys(db, now);
  if (rows.length === 0) {
    // An ID of its own: of two processes that make the first key, one succeeds.
    await insertKey(db, vault, "first", now);
    return findKeys(db, vault, host, now);
  }
  return rows.map(
    ({ id, seed }) => new ProofKey(Buffer.from(vault.open(seed, seedContext(id)), "hex"), host),
  );
}

const readKeys = (db: Queries, now: number): Promise<KeyRow[]> =>
  db.all<KeyRow>(sql`
    select id, seed from proof_key where retired_at is null or retired_at > ${now}
    order by case when retired_at is null then 0 else 1 end, created_at desc`);

async function insertKey(db: Queries, vault: Vault, id: string, now: number): Promise<Uint8Array> {
  const sealed = vault.seal(randomBytes(seedBytes).toString("hex"), seedContext(id));
  await db.run(sql`
    insert into proof_key (id, seed, created_at) values (${id}, ${sealed}, ${now}) on conflict (id) do nothing`);
  return sealed;
}

/** Makes a key that signs from now on. Those before it sign beside it for 60 days. */
export async function rotateKey(tx: Queries, vault: Vault, now: number): Promise<void> {
  const id = uuidv7(now);
  const sealed = await insertKey(tx, vault, id, now);
  await retireFormer(tx, id, now);
  decide(tx, keyRotated, { id, seed: Buffer.from(sealed).toString("base64"), createdAt: now });
}

/** A key that replaced others. It is in the entry: what it signed cannot be checked with another one. */
export const keyRotated: DecisionKind<RotatedKey> = {
  name: "proof-key",
  group: "rotated",
  shown: "proof keys replaced",
  unconfirmed: "done",
  async replay(tx, { id, seed, createdAt }, { open }) {
    try {
      open(seed, seedContext(id));
    } catch {
      // Under another master key it could sign nothing.
      return 0;
    }
    const inserted = await tx.run(sql`
      insert into proof_key (id, seed, created_at)
      values (${id}, ${new Uint8Array(Buffer.from(seed, "base64"))}, ${createdAt}) on conflict (id) do nothing`);
    await retireFormer(tx, id, createdAt);
    return inserted;
  },
};

interface RotatedKey {
  readonly id: string;
  /** Sealed, in base64. */
  readonly seed: string;
  readonly createdAt: number;
}

async function retireFormer(tx: Queries, id: string, now: number): Promise<void> {
  await tx.run(sql`
    update proof_key set retired_at = ${now + bothSignMs}
    where retired_at is null and id <> ${id} and created_at <= ${now}`);
}
