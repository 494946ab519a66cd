import { createHash, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs the addresses of images, so that only who was answered with one can fetch it, for an hour. */
export interface ImageSigner {
  /** What goes before an object's name: origin and `/images/`. */
  readonly prefix: string;
  /** The query to an object's address: AccessKeyId, Expires and Signature, in this order. */
  sign(name: string, now: number): string;
  /** Whether a query is one that `sign` made for this object and that has not expired. */
  admits(name: string, query: string, now: number): boolean;
}

const lifetimeSeconds = 3600;

/** A signer whose secret follows from the master key, the same on every node. */
export function createImageSigner(masterKey: Uint8Array, origin: string): ImageSigner {
  const secret = new Uint8Array(hkdfSync("sha256", masterKey, "", "vingate image signing", 32));
  const keyId = createHash("sha256").update(secret).digest("hex").slice(0, 20).toUpperCase();
  // Copies of a keyed hash save the work of keying it anew for every image.
  const keyed = new Bun.CryptoHasher("sha256", secret);
  const query = (name: string, expires: number): string => {
    const signature = keyed.copy().update(`GET\n/images/${name}\n${expires}`).digest("base64url");
    return `?AccessKeyId=${keyId}&Expires=${expires}&Signature=${signature}`;
  };
  return {
    prefix: `${origin}/images/`,
    sign: (name, now) => query(name, Math.floor(now / 1000) + lifetimeSeconds),
    admits(name, asked, now) {
      const expires = /^\?AccessKeyId=[A-F0-9]{20}&Expires=(\d{1,12})&Signature=[\w-]{43}$/.exec(asked)?.[1];
      if (expires === undefined || Number(expires) * 1000 < now) return false;
      // Compared whole: a parameter altered, added or in another place is refused alike.
      const expected = Buffer.from(query(name, Number(expires)));
      const found = Buffer.from(asked);
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
  };
}
