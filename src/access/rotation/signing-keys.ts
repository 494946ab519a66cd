import type { ByteWriter } from "../../base/byte-writer.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import type { DecisionKind } from "../../decisions/kind.ts";
import { createImageSigner, type ImageSigner, lifetimeSeconds } from "../image-signing.ts";
import type { Vault } from "../vault.ts";

const name = "signing_keys";
const context = "signing_key";
/** By then every node has read a new key. */
const noticeMs = 30_000;

/** A key that signs from a time on (milliseconds UTC) until the next one's. */
interface StoredKey {
  readonly from: number;
  /** Its secret, sealed: base64. */
  readonly sealed: string;
}

/** A key that revoked all earlier ones. */
export const signingKeysRevoked: DecisionKind<StoredKey> = {
  name: "signing-key",
  group: "rotated",
  shown: "signing keys revoked",
  unconfirmed: "done",
  async replay(tx, key, { open }) {
    const keys = await readSigningKeys(tx);
    const later = keys.filter(({ from }) => from >= key.from);
    if (keys.length > 0 && later.length === keys.length) return 0;
    if (later.length === 0) {
      try {
        open(key.sealed, context);
      } catch {
        // The signature is of a master key that never sealed this database; addresses are valid for an hour.
        return 0;
      }
    }
    await writeSigningKeys(tx, later.length > 0 ? later : [key]);
    return 1;
  },
};

export async function readSigningKeys(db: Queries): Promise<readonly StoredKey[]> {
  const row = await db.get<{ value: string }>(sql`select value from setting where name = ${name}`);
  return row ? (JSON.parse(row.value) as readonly StoredKey[]) : [];
}

async function writeSigningKeys(tx: Queries, keys: readonly StoredKey[]): Promise<void> {
  const value = JSON.stringify(keys);
  await tx.run(sql`
    insert into setting (name, value) values (${name}, ${value}) on conflict (name) do update set value = ${value}`);
}

const storedKey = (vault: Vault, from: number, secret: Uint8Array): StoredKey => ({
  from,
  sealed: Buffer.from(vault.seal(Buffer.from(secret).toString("hex"), context)).toString("base64"),
});

const secretOf = (vault: Vault, { sealed }: StoredKey): Uint8Array =>
  Buffer.from(vault.open(Buffer.from(sealed, "base64"), context), "hex");

/** Stores the secret that was derived until now, so that a new master key leaves addresses valid. */
export async function keepSigningKey(tx: Queries, vault: Vault, secret: Uint8Array): Promise<void> {
  const keys = await readSigningKeys(tx);
  if (keys.length === 0) await writeSigningKeys(tx, [storedKey(vault, 0, secret)]);
}

/** Seals the stored secrets by the vault's key. */
export async function resealSigningKeys(tx: Queries, vault: Vault): Promise<void> {
  const keys = await readSigningKeys(tx);
  if (keys.length === 0) return;
  await writeSigningKeys(
    tx,
    keys.map((key) => storedKey(vault, key.from, secretOf(vault, key))),
  );
}

/**
 * Adds a key that signs as soon as every node has it. Addresses of the former keys stay valid for their hour, or with
 * `revoke` for no time. Returns when it begins to sign.
 */
export async function addSigningKey(
  tx: Queries,
  vault: Vault,
  { secret, former, now, revoke }: { secret: Uint8Array; former: Uint8Array; now: number; revoke: boolean },
): Promise<number> {
  const kept = await readSigningKeys(tx);
  if (revoke) {
    // After all others, also after one that does not sign yet. The only key signs at any time.
    const key = storedKey(vault, Math.max(now, (kept.at(-1)?.from ?? 0) + 1), secret);
    await writeSigningKeys(tx, [key]);
    decide(tx, signingKeysRevoked, key);
    return now;
  }
  const keys = kept.length > 0 ? kept : [storedKey(vault, 0, former)];
  const current = keys.filter((_, at) => endOf(keys, at) > now);
  const from = now + noticeMs;
  await writeSigningKeys(tx, [...current, storedKey(vault, from, secret)]);
  return from;
}

/** When the addresses of a key have expired. */
const endOf = (keys: readonly { readonly from: number }[], at: number): number => {
  const next = keys[at + 1];
  return next ? next.from + lifetimeSeconds * 1000 : Number.POSITIVE_INFINITY;
};

/** Signs addresses with the current key, and admits those of former keys until they expire. */
export class SigningKeys implements ImageSigner {
  readonly #origin: string;
  #read = "";
  #keys: readonly { readonly from: number; readonly signer: ImageSigner }[];

  /** `secret` signs unless others are stored. */
  constructor(secret: Uint8Array, origin: string) {
    this.#origin = origin;
    this.#keys = [{ from: 0, signer: createImageSigner(secret, origin) }];
  }

  async refresh(db: Queries, vault: Vault): Promise<void> {
    const stored = await readSigningKeys(db);
    const read = JSON.stringify(stored);
    if (stored.length === 0 || read === this.#read) return;
    this.#keys = stored.map((key) => ({
      from: key.from,
      signer: createImageSigner(secretOf(vault, key), this.#origin),
    }));
    this.#read = read;
  }

  write(out: ByteWriter, source: Buffer, from: number, to: number, now: number): void {
    this.#signerAt(now).write(out, source, from, to, now);
  }

  sign(object: string, now: number): string {
    return this.#signerAt(now).sign(object, now);
  }

  admits(object: string, query: string, now: number): boolean {
    return this.#keys.some(
      ({ signer }, at) => endOf(this.#keys, at) > now && signer.admits(object, query, now),
    );
  }

  #signerAt(now: number): ImageSigner {
    let at = this.#keys.length - 1;
    while (at > 0 && this.#keys[at]!.from > now) at -= 1;
    return this.#keys[at]!.signer;
  }
}
