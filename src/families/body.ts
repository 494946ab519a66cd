import type { ByteWriter } from "../base/byte-writer.ts";

/**
 * What fills a place of a stored body when it is answered.
 * - `image`: an object's name, which becomes a signed address
 * - `person`, `dealer`: contact data of a private seller or of a dealership, shown or blanked
 * - `vin`: the VIN that was asked for
 */
export type SlotKind = "image" | "person" | "dealer" | "vin";

/** Where slots stand in a record: a member's kind, a list's (in brackets), or an object's members'. */
export type SlotPlan = SlotKind | readonly [SlotPlan] | { readonly [member: string]: SlotPlan };

/** A record that cannot be stored as it is. */
export class BodyError extends Error {
  override readonly name = "BodyError";
}

const kinds: readonly SlotKind[] = ["image", "person", "dealer", "vin"];
const kindShift = 28;
const placeMask = (1 << kindShift) - 1;

interface Slot {
  readonly kind: SlotKind;
  /** In characters of the text so far. */
  readonly start: number;
  readonly length: number;
}

/** Whether a name may be an object's: no dot segments, nothing that an address would have to escape. */
export function isImageName(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/.test(name) && name.length <= 512;
}

/** A part of a record whose JSON is known already, and is stored as it stands. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}

/** Writes a record's JSON and notes where the slots of its plan are. */
class Writer {
  text = "";
  readonly slots: Slot[] = [];

  write(value: unknown, plan: SlotPlan | undefined): void {
    if (value instanceof JsonText) {
      this.text += value.text;
    } else if (plan === undefined) {
      this.text += JSON.stringify(value);
    } else if (typeof plan === "string") {
      this.slot(value, plan);
    } else if (Array.isArray(value)) {
      const item = Array.isArray(plan) ? (plan[0] as SlotPlan) : undefined;
      this.list("[", value, (one) => this.write(one, item), "]");
    } else if (typeof value === "object" && value !== null && !Array.isArray(plan)) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      const plans = plan as Readonly<Record<string, SlotPlan>>;
      const write = ([name, member]: [string, unknown]) => {
        this.text += `${JSON.stringify(name)}:`;
        this.write(member, Object.hasOwn(plans, name) ? plans[name] : undefined);
      };
      this.list("{", members, write, "}");
    } else {
      this.text += JSON.stringify(value);
    }
  }

  private list<T>(open: string, items: readonly T[], write: (item: T) => void, close: string): void {
    this.text += open;
    items.forEach((item, index) => {
      if (index > 0) this.text += ",";
      write(item);
    });
    this.text += close;
  }

  private slot(value: unknown, kind: SlotKind): void {
    if (typeof value !== "string")
      throw new BodyError(`a ${kind} must be text, not ${JSON.stringify(value)}`);
    if (kind === "image" && !isImageName(value))
      throw new BodyError(`"${value.slice(0, 80)}" is not the name of an image (A-Z a-z 0-9 / _ . -)`);
    const inner = JSON.stringify(value).slice(1, -1);
    this.slots.push({ kind, start: this.text.length + 1, length: inner.length });
    this.text += `"${inner}"`;
  }
}

/** A record's JSON, and where its slots are. */
export interface BodyText {
  readonly text: string;
  readonly slots: readonly Slot[];
}

/** A record as text, on its way into memory. Throws `BodyError` for one that cannot be stored. */
export function bodyText(record: unknown, plan?: SlotPlan): BodyText {
  const writer = new Writer();
  writer.write(record, plan);
  return writer;
}

const headBytes = ({ slots }: BodyText): number => 4 + slots.length * 8;

/** Bytes that a body takes at most. */
export const bodyBytesMax = (body: BodyText): number => headBytes(body) + body.text.length * 3;

/**
 * Writes a body as it is stored, and returns where it ends: the number of its slots, two 32-bit words for each (kind
 * and place, length), then its JSON. Answers are put together from it without reading the JSON. `target` must have
 * room for `bodyBytesMax`.
 */
export function storeBody(body: BodyText, target: Buffer, start: number): number {
  const { text, slots } = body;
  const json = start + headBytes(body);
  const bytes = target.write(text, json, text.length * 3, "utf8");
  target.writeUInt32LE(slots.length, start);
  const plain = bytes === text.length;
  const bytesOf = (from: number, to: number) => (plain ? to - from : Buffer.byteLength(text.slice(from, to)));
  let characters = 0;
  let place = 0;
  slots.forEach(({ kind, start: from, length }, index) => {
    place += bytesOf(characters, from);
    const size = bytesOf(from, from + length);
    target.writeUInt32LE(((kinds.indexOf(kind) << kindShift) | place) >>> 0, start + 4 + index * 8);
    target.writeUInt32LE(size, start + 8 + index * 8);
    characters = from + length;
    place += size;
  });
  return json + bytes;
}

/** What to put in the places of slots. */
export interface Fill {
  /** Writes the address of an image, whose name stands in `source`. */
  image(out: ByteWriter, source: Buffer, from: number, to: number): void;
  /** A text as it stands in JSON; `undefined` leaves what is stored. */
  text(kind: Exclude<SlotKind, "image">): string | undefined;
}

/** Writes a stored body's JSON with its slots filled. */
export function writeBody(out: ByteWriter, body: Uint8Array, fill: Fill): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const count = bytes.readUInt32LE(0);
  const head = 4 + count * 8;
  let done = head;
  for (let index = 0; index < count; index++) {
    const word = bytes.readUInt32LE(4 + index * 8);
    const start = head + (word & placeMask);
    const end = start + bytes.readUInt32LE(8 + index * 8);
    const kind = kinds[word >>> kindShift]!;
    if (kind === "image") {
      out.bytes(bytes, done, start);
      fill.image(out, bytes, start, end);
    } else {
      const text = fill.text(kind);
      if (text === undefined) continue;
      out.bytes(bytes, done, start);
      out.text(text);
    }
    done = end;
  }
  out.bytes(bytes, done, bytes.length);
}

/** A stored body's JSON with its slots as they were given, for answers that are worked out from records. */
export function storedJson(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return bytes.toString("utf8", 4 + bytes.readUInt32LE(0) * 8);
}
