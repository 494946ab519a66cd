import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import {
  type BackupContents,
  type BackupHeader,
  endMagic,
  frameHeadBytes,
  frameKinds,
  magic,
} from "./backup-format.ts";
import { type FrameCipher, frameCipher } from "./passphrase.ts";

/** Compresses as fast as rows are read. */
const level = 1;

/** Writes a backup, frame by frame: compressed, encrypted if there is a passphrase, and hashed. */
export class BackupWriter {
  readonly #file: FileHandle;
  readonly #cipher: FrameCipher | undefined;
  readonly #hash = createHash("sha256");
  #bytes = 0;

  private constructor(file: FileHandle, cipher: FrameCipher | undefined) {
    this.#file = file;
    this.#cipher = cipher;
  }

  /** Creates the file, readable by its owner only. It must not exist. */
  static async create(path: string, header: BackupHeader, passphrase: string | undefined) {
    const text = Buffer.from(JSON.stringify(header));
    const cipher =
      passphrase === undefined ? undefined : await frameCipher(passphrase, header.encryption!, text);
    const writer = new BackupWriter(await open(path, "wx", 0o600), cipher);
    await writer.#write(magic, length(text), text);
    return writer;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  contents(contents: BackupContents): Promise<void> {
    return this.frame("contents", 0, Buffer.from(JSON.stringify(contents)));
  }

  async frame(kind: (typeof frameKinds)[number], index: number, bytes: Uint8Array): Promise<void> {
    const plain = Buffer.allocUnsafe(frameHeadBytes + bytes.length);
    plain[0] = frameKinds.indexOf(kind);
    plain.writeUInt32LE(index, 1);
    plain.set(bytes, frameHeadBytes);
    const packed = Bun.zstdCompressSync(plain, { level });
    const sealed = this.#cipher?.seal(packed) ?? packed;
    await this.#write(length(sealed), sealed);
  }

  /** Waits until the disk has the whole file. Resolves to its SHA-256, the last bytes of it. */
  async end(): Promise<string> {
    await this.frame("end", 0, Buffer.alloc(0));
    await this.#write(Buffer.alloc(4), endMagic);
    const digest = this.#hash.digest();
    await this.#file.write(digest);
    this.#bytes += digest.length;
    await this.#file.sync();
    await this.#file.close();
    return digest.toString("hex");
  }

  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #write(...pieces: Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.#hash.update(piece);
      for (let done = 0; done < piece.length; )
        done += (await this.#file.write(piece, done, piece.length - done)).bytesWritten;
      this.#bytes += piece.length;
    }
  }
}

function length(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return head;
}
