const magic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const dictionaryBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;
const rle = 1;

/**
 * Follows zstd data from frame to frame (RFC 8878, 3.1), since the runtime's decoder takes data that break off for
 * whole: only block lengths are read.
 */
export class ZstdFrames {
  /** Bytes to pass over, and what is read after them. */
  #skip = 0;
  #wanted = 4;
  #next: (head: Buffer) => void = (head) => this.#frame(head);
  #held = Buffer.alloc(0);
  #checksum = 0;
  /** Between two frames, where data may end. */
  #between = true;
  #strange = false;

  /** Hears the data, piece by piece. */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && !this.#strange) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      const step = Math.min(this.#wanted - this.#held.length, chunk.length - at);
      this.#held = Buffer.concat([this.#held, chunk.subarray(at, at + step)]);
      at += step;
      if (this.#held.length < this.#wanted) continue;
      const head = this.#held;
      this.#held = Buffer.alloc(0);
      this.#next(head);
    }
  }

  /** Whether what was heard ends where a frame does: `garbage` where something else follows one. */
  get state(): "whole" | "broken off" | "garbage" {
    if (this.#strange) return "garbage";
    return this.#between && this.#held.length === 0 && this.#skip === 0 ? "whole" : "broken off";
  }

  #read(bytes: number, next: (head: Buffer) => void): void {
    this.#wanted = bytes;
    this.#next = next;
  }

  #frame(head: Buffer): void {
    const word = head.readUInt32LE(0);
    this.#between = false;
    if (word === magic) this.#read(1, (descriptor) => this.#descriptor(descriptor[0]!));
    else if ((word & 0xfffffff0) >>> 0 === skippableMagic)
      this.#read(4, (size) => {
        this.#skip = size.readUInt32LE(0);
        this.#end();
      });
    else this.#strange = true;
  }

  #descriptor(flags: number): void {
    const single = (flags & 0x20) !== 0;
    const sized = contentSizeBytes[flags >> 6]!;
    this.#checksum = (flags & 0x04) === 0 ? 0 : 4;
    this.#skip = (single ? 0 : 1) + dictionaryBytes[flags & 3]! + (sized === 0 && single ? 1 : sized);
    this.#read(3, (head) => this.#block(head));
  }

  #block(head: Buffer): void {
    const word = head.readUIntLE(0, 3);
    this.#skip = ((word >> 1) & 3) === rle ? 1 : word >> 3;
    if ((word & 1) === 0) return;
    this.#skip += this.#checksum;
    this.#end();
  }

  #end(): void {
    this.#between = true;
    this.#read(4, (head) => this.#frame(head));
  }
}
