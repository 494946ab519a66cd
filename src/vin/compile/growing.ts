type Typed = Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed array that grows; ordinary arrays of numbers or objects took three times the memory. */
export class Growing<T extends Typed> {
  length = 0;
  array: T;
  private readonly make: (size: number) => T;

  constructor(make: (size: number) => T) {
    this.make = make;
    this.array = make(1024);
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

  /** The filled part, as a copy of exactly that size. */
  done(): T {
    return this.array.slice(0, this.length) as T;
  }
}

export const growingI32 = () => new Growing((size) => new Int32Array(size));
export const growingU32 = () => new Growing((size) => new Uint32Array(size));
export const growingU16 = () => new Growing((size) => new Uint16Array(size));
export const growingU8 = () => new Growing((size) => new Uint8Array(size));
