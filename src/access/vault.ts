import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

const version = 1;
const ivLength = 12;
const tagLength = 16;

/** Encrypts, under the master key, what must be shown again: subscription keys. */
export interface Vault {
  /** AES-256-GCM; `context` names the record, so that a sealed value cannot be moved to another. */
  seal(plain: string, context: string): Uint8Array;
  /** Throws when the bytes were altered, moved, or sealed under another master key. */
  open(sealed: Uint8Array, context: string): string;
  /** Identifies the master key without revealing it. */
  readonly check: string;
}

/** `masterKey` has 32 bytes. */
export function createVault(masterKey: Uint8Array): Vault {
  return {
    seal(plain, context) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv("aes-256-gcm", masterKey, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(version), iv, sealed, cipher.getAuthTag()]));
    },
    open(sealed, context) {
      if (sealed[0] !== version) throw new Error(`sealed value has unknown version ${sealed[0]}`);
      const iv = sealed.subarray(1, 1 + ivLength);
      const tag = sealed.subarray(sealed.length - tagLength);
      const decipher = createDecipheriv("aes-256-gcm", masterKey, iv, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      const body = sealed.subarray(1 + ivLength, sealed.length - tagLength);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    check: createHmac("sha256", masterKey).update("vingate master key").digest("hex"),
  };
}

/** A sealed value as base64, for files. */
export const sealedText = (vault: Vault, plain: string, context: string): string =>
  Buffer.from(vault.seal(plain, context)).toString("base64");
