import { createHash, hkdfSync, timingSafeEqual } from "node:crypto";
import type { ByteWriter } from "../base/byte-writer.ts";
import { ShortHmac } from "../base/short-hmac.ts";

/** Signs the addresses of images: for an hour, only a caller who received an address can fetch its image. */
export interface ImageSigner {
  /** Writes the address (origin, path, query) of the object whose ASCII name is in `source`. */
  write(out: ByteWriter, source: Buffer, from: number, to: number, now: number): void;
  /** The query to an object's address: AccessKeyId, Expires and Signature, in this order. */
  sign(name: string, now: number): string;
  /** Whether `sign` made the query for this object, and it has not expired. */
  admits(name: string, query: string, now: number): boolean;
}

/** Addresses expire after it. */
export const lifetimeSeconds = 3600;

/** The secret of an installation whose signing key was never rotated: every node derives the same. */
export function derivedSigningSecret(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", masterKey, "", "vingate image signing", 32));
}

export function createImageSigner(secret: Uint8Array, origin: string): ImageSigner {
  const keyId = createHash("sha256").update(secret).digest("hex").slice(0, 20).toUpperCase();
  const prefix = Buffer.from(`${origin}/images/`);
  const method = Buffer.from("GET\n/images/");
  const hmac = new ShortHmac(secret);
  const signature = (name: Buffer, from: number, to: number, signed: Buffer): Uint8Array => {
    hmac.add(method);
    hmac.add(name, from, to);
    hmac.add(signed);
    return hmac.done();
  };
  /** The common part of all addresses that expire in the same second. */
  const until = (expires: number) => ({
    expires,
    signed: Buffer.from(`\n${expires}`),
    query: Buffer.from(`?AccessKeyId=${keyId}&Expires=${expires}&Signature=`),
  });
  let current = until(0);
  const query = (name: string, expires: number): string => {
    const { signed, query } = until(expires);
    const bytes = Buffer.from(name);
    return query.toString() + Buffer.from(signature(bytes, 0, bytes.length, signed)).toString("base64url");
  };
  return {
    write(out, source, from, to, now) {
      const expires = Math.floor(now / 1000) + lifetimeSeconds;
      if (current.expires !== expires) current = until(expires);
      out.bytes(prefix);
      out.bytes(source, from, to);
      out.bytes(current.query);
      out.base64url(signature(source, from, to, current.signed));
    },
    sign: (name, now) => query(name, Math.floor(now / 1000) + lifetimeSeconds),
    admits(name, requested, now) {
      const expires = /^\?AccessKeyId=[A-F0-9]{20}&Expires=(\d{1,12})&Signature=[\w-]{43}$/.exec(
        requested,
      )?.[1];
      if (expires === undefined || Number(expires) * 1000 < now) return false;
      // The whole query is compared, so that a changed, added or moved parameter is refused.
      const expected = Buffer.from(query(name, Number(expires)));
      const found = Buffer.from(requested);
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
  };
}
