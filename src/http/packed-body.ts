import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { type Encoding, encodings } from "./encoding/encodings.ts";
import { etagOf } from "./etag.ts";
import { blobOf, compressNow, type Form, type StoredBody } from "./stored-body.ts";

/** The form from which all others are made: it takes a third of brotli's time, and is read in a millisecond. */
const packed = "zstd";

/** A body that is kept compressed. Each other form is made when it is first requested, and kept until it is dropped. */
export class PackedBody implements StoredBody {
  readonly type: string;
  readonly etag: string;
  readonly encodings: readonly Encoding[] = encodings;
  readonly #packed: Blob;
  readonly #grown: () => void;
  readonly #forms = new Map<Form, Promise<Blob>>();
  #bytes: number;

  private constructor(type: string, etag: string, bytes: Uint8Array, grown: () => void) {
    this.type = type;
    this.etag = etag;
    this.#packed = blobOf(bytes);
    this.#bytes = bytes.length;
    this.#grown = grown;
  }

  /** Compresses a body; `grown` is called when it has another form. */
  static async of(type: string, identity: Uint8Array, grown: () => void = () => undefined) {
    return new PackedBody(type, etagOf(identity), await compressNow[packed](identity), grown);
  }

  /** The bytes of all forms that it has now. */
  get bytes(): number {
    return this.#bytes;
  }

  form(name: Form): Blob | Promise<Blob> {
    return name === packed ? this.#packed : (this.#forms.get(name) ?? this.#add(name));
  }

  /** Drops each form that can be made again from the packed one. */
  dropForms(): void {
    this.#forms.clear();
    this.#bytes = this.#packed.size;
  }

  #add(name: Exclude<Form, typeof packed>): Promise<Blob> {
    const made = this.#make(name);
    this.#forms.set(name, made);
    made.then(
      ({ size }) => {
        // It may have been dropped before it was made.
        if (this.#forms.get(name) !== made) return;
        this.#bytes += size;
        this.#grown();
      },
      () => this.#forms.delete(name),
    );
    return made;
  }

  async #make(name: Exclude<Form, typeof packed>): Promise<Blob> {
    const identity: Uint8Array = await promisify(zstdDecompress)(await this.#packed.bytes());
    return blobOf(name === "identity" ? identity : await compressNow[name](identity));
  }
}
