import { mkdirSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type ShareBounds, Shares } from "../../base/shares.ts";
import { ApiError, tooManyCalls, unavailable } from "../../http/errors.ts";

const mebibyte = 2 ** 20;

/** Bytes of the bodies of calls under way: of a node, and of each payer. */
export interface BodyBounds {
  readonly memory: ShareBounds;
  readonly disk: ShareBounds;
  /** Milliseconds for which a client may send nothing of a body that it has begun. */
  readonly silentMs: number;
}

type HoldingPlace = "memory" | "disk";

const bodyBounds: BodyBounds = {
  memory: { all: 128 * mebibyte, each: 32 * mebibyte },
  disk: { all: 2048 * mebibyte, each: 512 * mebibyte },
  silentMs: 10_000,
};

/** The bodies of forwarded calls on this node, from their first byte until the upstream has answered. */
export class BodyStore {
  readonly #folder: string;
  readonly #bounds: BodyBounds;
  readonly #shares = { memory: new Shares(), disk: new Shares() };
  #files = 0;

  constructor(folder: string, bounds: Partial<BodyBounds> = {}) {
    this.#folder = folder;
    this.#bounds = { ...bodyBounds, ...bounds };
  }

  get silentMs(): number {
    return this.#bounds.silentMs;
  }

  get bytes(): { readonly memory: number; readonly disk: number } {
    return { memory: this.#shares.memory.taken, disk: this.#shares.disk.taken };
  }

  /** Takes bytes for a payer. Throws 413, 429 and 503. */
  take(payer: string, bytes: number, place: HoldingPlace): void {
    const bounds = this.#bounds[place];
    const bound = this.#shares[place].take(payer, bytes, bounds);
    if (bound === undefined) return;
    if (bytes > bounds.each)
      throw new ApiError(
        "content_too_large",
        `The body has more than the ${bounds.each} bytes that this service holds. Nothing was charged.`,
      );
    if (bound === "all")
      throw unavailable("The bodies of other calls take all space. Nothing was charged. Retry.");
    throw tooManyCalls(
      "The bodies of your calls take your share of the space. Nothing was charged. Wait for their answers.",
      1,
    );
  }

  release(payer: string, bytes: number, place: HoldingPlace): void {
    this.#shares[place].release(payer, bytes);
  }

  /** A file without a name: it is gone with its process. Throws 503. */
  async createFile(): Promise<FileHandle> {
    this.#files += 1;
    const path = join(this.#folder, `${process.pid}-${this.#files}`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(path, "wx+", 0o600);
      await unlink(path);
      return file;
    } catch {
      throw noSpace();
    }
  }
}

/** One body while it is received and sent. */
export class HeldBody {
  readonly #store: BodyStore;
  readonly #payer: string;
  readonly #chunks: Uint8Array[] = [];
  #place: HoldingPlace = "memory";
  #taken = 0;
  #file: FileHandle | undefined;

  constructor(store: BodyStore, payer: string) {
    this.#store = store;
    this.#payer = payer;
  }

  get onDisk(): boolean {
    return this.#place === "disk";
  }

  /** Takes space for bytes that will come. Throws 413, 429 and 503. */
  take(bytes: number): void {
    this.#store.take(this.#payer, bytes, this.#place);
    this.#taken += bytes;
  }

  /** Continues on disk. Throws 413, 429 and 503. */
  async toDisk(): Promise<void> {
    this.#store.take(this.#payer, this.#taken, "disk");
    this.#store.release(this.#payer, this.#taken, "memory");
    this.#place = "disk";
    this.#file = await this.#store.createFile();
    for (const chunk of this.#chunks.splice(0)) await this.#write(chunk);
  }

  /** Adds bytes whose space was taken. Throws 503 if the disk is full. */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.#file) await this.#write(chunk);
    else this.#chunks.push(chunk);
  }

  async #write(chunk: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await this.#file!.write(chunk, at, chunk.length - at);
        at += bytesWritten;
      }
    } catch {
      throw noSpace();
    }
  }

  /** All of it. */
  get whole(): Uint8Array<ArrayBuffer> | Blob {
    if (this.#file) return Bun.file(this.#file.fd);
    const [first] = this.#chunks;
    return (this.#chunks.length === 1 ? first! : Buffer.concat(this.#chunks)) as Uint8Array<ArrayBuffer>;
  }

  /** Gives back its space. */
  release(): void {
    this.#store.release(this.#payer, this.#taken, this.#place);
    this.#taken = 0;
    void this.#file?.close().catch(() => undefined);
    this.#file = undefined;
  }
}

const noSpace = () =>
  unavailable("There is no space on disk for the body. Nothing was charged. Retry later.");
