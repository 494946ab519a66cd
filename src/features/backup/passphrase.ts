import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

/** How the key was made of the passphrase: scrypt's parameters, and a salt in hex. */
export interface KeyMaking {
  readonly kdf: "scrypt";
  readonly cipher: "aes-256-gcm";
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: string;
}

/** Encrypts the frames of one file, in their order. */
export interface FrameCipher {
  seal(plain: Uint8Array): Buffer;
  /** Throws if the frame was altered or moved, or if the passphrase is another. */
  open(sealed: Uint8Array): Buffer;
}

const tagBytes = 16;
const nMost = 2 ** 20;

/** A tenth of a second and 128 MiB for each passphrase that is tried. */
export function newKeyMaking(): KeyMaking {
  return {
    kdf: "scrypt",
    cipher: "aes-256-gcm",
    n: 2 ** 17,
    r: 8,
    p: 1,
    salt: randomBytes(32).toString("hex"),
  };
}

/** `header` is bound to every frame. The key is the file's own, so that the frames' numbers serve as nonces. */
export async function frameCipher(
  passphrase: string,
  making: KeyMaking,
  header: Uint8Array,
): Promise<FrameCipher> {
  const key = await keyOf(passphrase, making);
  let number = 0;
  const nonce = () => {
    const bytes = Buffer.alloc(12);
    bytes.writeUIntBE(number++, 6, 6);
    return bytes;
  };
  return {
    seal(plain) {
      const cipher = createCipheriv("aes-256-gcm", key, nonce()).setAAD(header);
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const end = sealed.length - tagBytes;
      const decipher = createDecipheriv("aes-256-gcm", key, nonce(), { authTagLength: tagBytes });
      decipher.setAAD(header).setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    },
  };
}

function keyOf(passphrase: string, { n, r, p, salt }: KeyMaking): Promise<Buffer> {
  // A file could name parameters that take all memory.
  if (n > nMost || r > 32 || p > 16)
    throw new RangeError("the passphrase's parameters are beyond the limits");
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 128 * n * r * 2 };
    scrypt(passphrase.normalize("NFKC"), Buffer.from(salt, "hex"), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
