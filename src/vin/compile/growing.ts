type Typed = Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed array that grows; ordinary arrays of numbers or objects took three times the memory. */
export class Growing<T extends Typed> {
  length = 0;
  array: T;
  private readonly make: (size: number) => T;

  constructor(make: (size: number) => T, expected: number) {
    this.make = make;
    this.array = make(Math.max(expected, 1024));
  }

  push(value: number): number {
    if (this.length === this.array.length) {
      const larger = this.make(this.array.length * 2);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length] = value;
    return this.length++;
  }

  /** Empties it and gives its memory back. */
  release(): void {
    this.array = this.make(0);
    this.length = 0;
  }

  /** The filled part, not copied: use it when nothing more is pushed. */
  done(): T {
    return this.array.subarray(0, this.length) as T;
  }
}

export const growingI32 = (expected = 0) => new Growing((size) => new Int32Array(size), expected);
export const growingU32 = (expected = 0) => new Growing((size) => new Uint32Array(size), expected);
export const growingU16 = (expected = 0) => new Growing((size) => new Uint16Array(size), expected);
export const growingU8 = (expected = 0) => new Growing((size) => new Uint8Array(size), expected);
