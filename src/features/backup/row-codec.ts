import type { Value } from "../../database/sql.ts";

const tags = { null: 0, int32: 1, double: 2, text: 3, blob: 4 } as const;
/** The size of a tag with a number or with a length. */
const headBytes = 9;

/** Writes rows one after another, value by value, in a form that no database has a part in. */
export class RowWriter {
  #bytes = Buffer.allocUnsafeSlow(2 ** 20);
  #end = 0;

  get size(): number {
    return this.#end;
  }

  add(row: Readonly<Record<string, Value>>, columns: readonly string[]): void {
    for (const column of columns) this.#value(row[column] ?? null);
  }

  /** The bytes since the last call; they are valid until the next row is added. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    return taken;
  }

  #value(value: Value): void {
    if (typeof value === "string") {
      this.#reserve(headBytes + value.length * 3);
      const length = this.#bytes.write(value, this.#end + 5);
      this.#head(tags.text, length);
      this.#end += length;
    } else if (typeof value === "number") this.#number(value);
    else if (value === null) {
      this.#reserve(headBytes);
      this.#bytes[this.#end++] = tags.null;
    } else {
      this.#reserve(headBytes + value.length);
      this.#head(tags.blob, value.length);
      this.#bytes.set(value, this.#end);
      this.#end += value.length;
    }
  }

  #number(value: number): void {
    this.#reserve(headBytes);
    if ((value | 0) === value && !Object.is(value, -0)) {
      this.#bytes[this.#end] = tags.int32;
      this.#end = this.#bytes.writeInt32LE(value, this.#end + 1);
    } else {
      this.#bytes[this.#end] = tags.double;
      this.#end = this.#bytes.writeDoubleLE(value, this.#end + 1);
    }
  }

  #head(tag: number, length: number): void {
    this.#bytes[this.#end] = tag;
    this.#end = this.#bytes.writeUInt32LE(length, this.#end + 1);
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#end + bytes) * 2);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** The rows that a `RowWriter` wrote, each with `width` values. Throws `RangeError` if the bytes are others. */
export function readRows(bytes: Buffer, width: number): Value[][] {
  const rows: Value[][] = [];
  let at = 0;
  const piece = (): number => {
    const length = bytes.readUInt32LE(at + 1);
    const from = at + 5;
    at = from + length;
    if (at > bytes.length) throw new RangeError("a value ends after its rows");
    return from;
  };
  const value = (): Value => {
    switch (bytes[at]) {
      case tags.null:
        at += 1;
        return null;
      case tags.int32:
        at += 5;
        return bytes.readInt32LE(at - 4);
      case tags.double:
        at += 9;
        return bytes.readDoubleLE(at - 8);
      case tags.text: {
        const from = piece();
        return bytes.toString("utf8", from, at);
      }
      case tags.blob: {
        const from = piece();
        return new Uint8Array(bytes.subarray(from, at));
      }
      default:
        throw new RangeError(`no value begins with ${bytes[at]}`);
    }
  };
  while (at < bytes.length) {
    const row = new Array<Value>(width);
    for (let column = 0; column < width; column++) row[column] = value();
    rows.push(row);
  }
  return rows;
}
