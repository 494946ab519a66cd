import type { ByteWriter } from "../../base/byte-writer.ts";

/**
 * What fills a placeholder of a stored body in an answer.
 * - `image`: an object's name, which becomes a signed address
 * - `person`, `dealer`: contact data of a private seller or of a dealership, shown or blanked
 * - `vin`: the VIN of the request
 */
export type PlaceholderKind = "image" | "person" | "dealer" | "vin";

/** The placeholders of a record: a kind, the plan of a list's items (in brackets), or the plans of members. */
export type PlaceholderPlan =
  | PlaceholderKind
  | readonly [PlaceholderPlan]
  | { readonly [member: string]: PlaceholderPlan };

/** A record that cannot be stored as it is. */
export class BodyError extends Error {
  override readonly name = "BodyError";
}

const kinds: readonly PlaceholderKind[] = ["image", "person", "dealer", "vin"];
const kindShift = 28;
const placeMask = (1 << kindShift) - 1;

interface Placeholder {
  readonly kind: PlaceholderKind;
  /** Which of the body's pieces it is in. */
  readonly piece: number;
  /** In characters of that piece. */
  readonly start: number;
  readonly length: number;
}

/** Whether a name may be an object's: no dot segments, nothing that an address would have to escape. */
export function isImageName(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/.test(name) && name.length <= 512;
}

/** A part of a record that is UTF-8 JSON already, and is stored unchanged. */
export class JsonBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  toJSON(): unknown {
    return JSON.parse(Buffer.from(this.bytes).toString()) as unknown;
  }
}

/** A record's JSON in pieces, and its placeholders. */
export interface BodyText {
  readonly pieces: readonly (string | Uint8Array)[];
  readonly placeholders: readonly Placeholder[];
}

/** A record as text, on its way into memory. Throws `BodyError` for one that cannot be stored. */
export function bodyText(record: unknown, plan?: PlaceholderPlan): BodyText {
  const parts: Part[] = [];
  const texts = JSON.stringify(marked(record, plan, parts)).split(quotedMark);
  const pieces: (string | Uint8Array)[] = [];
  const placeholders: Placeholder[] = [];
  let text = texts[0]!;
  parts.forEach((part, index) => {
    const next = texts[index + 1]!;
    if (part instanceof Uint8Array) {
      pieces.push(text, part);
      text = next;
    } else {
      placeholders.push({
        kind: part.kind,
        piece: pieces.length,
        start: text.length + 1,
        length: part.json.length - 2,
      });
      text += part.json + next;
    }
  });
  pieces.push(text);
  return { pieces, placeholders };
}

/** What a mark replaces: bytes that are JSON already, or a placeholder. */
type Part = Uint8Array | { readonly kind: PlaceholderKind; readonly json: string };

/** What no record could hold. */
const mark: string = crypto.randomUUID();
const quotedMark = `"${mark}"`;

/** The record with marks where its parts are: one `JSON.stringify` takes a fraction of one for each member. */
function marked(value: unknown, plan: PlaceholderPlan | undefined, parts: Part[]): unknown {
  if (value instanceof JsonBytes) {
    parts.push(value.bytes);
    return mark;
  }
  if (plan === undefined) return value;
  if (typeof plan === "string") {
    parts.push({ kind: plan, json: placeholderJson(value, plan) });
    return mark;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) !== Array.isArray(plan)) return value;
  if (Array.isArray(value))
    return value.map((item) => marked(item, (plan as readonly [PlaceholderPlan])[0], parts));
  const plans = plan as Readonly<Record<string, PlaceholderPlan>>;
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const member = copy[name];
    const memberPlan = Object.hasOwn(plans, name) ? plans[name] : undefined;
    if (member !== undefined && (memberPlan !== undefined || member instanceof JsonBytes))
      copy[name] = marked(member, memberPlan, parts);
  }
  return copy;
}

function placeholderJson(value: unknown, kind: PlaceholderKind): string {
  if (typeof value !== "string") throw new BodyError(`a ${kind} must be text, not ${JSON.stringify(value)}`);
  if (kind === "image" && !isImageName(value))
    throw new BodyError(`"${value.slice(0, 80)}" is not the name of an image (A-Z a-z 0-9 / _ . -)`);
  return JSON.stringify(value);
}

const headBytes = ({ placeholders }: BodyText): number => 4 + placeholders.length * 8;

/** Bytes that a body takes at most. */
export function bodyBytesMax(body: BodyText): number {
  let bytes = headBytes(body);
  for (const piece of body.pieces) bytes += typeof piece === "string" ? piece.length * 3 : piece.length;
  return bytes;
}

/** Bytes that a body takes. */
export function bodyBytes(body: BodyText): number {
  return body.pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), headBytes(body));
}

/**
 * Writes a body as it is stored, and returns where it ends: the number of its placeholders, two 32-bit words for each (kind
 * and place, length), then its JSON. Answers are put together from it without reading the JSON. `target` must have
 * room for `bodyBytes`.
 */
export function storeBody(body: BodyText, target: Buffer, start: number): number {
  const json = start + headBytes(body);
  target.writeUInt32LE(body.placeholders.length, start);
  let end = json;
  let head = start + 4;
  body.pieces.forEach((piece, index) => {
    const begun = end;
    end += putPiece(piece, target, begun);
    if (typeof piece !== "string") return;
    const placeholders = body.placeholders.filter((placeholder) => placeholder.piece === index);
    head = storePlaceholders(
      placeholders,
      { text: piece, bytes: end - begun, place: begun - json },
      target,
      head,
    );
  });
  return end;
}

function putPiece(piece: string | Uint8Array, target: Buffer, at: number): number {
  if (typeof piece === "string") return target.write(piece, at, "utf8");
  target.set(piece, at);
  return piece.length;
}

/** Writes the positions of one text's placeholders, and returns where they end. */
function storePlaceholders(
  placeholders: readonly Placeholder[],
  { text, bytes, place }: { readonly text: string; readonly bytes: number; readonly place: number },
  target: Buffer,
  head: number,
): number {
  const plain = bytes === text.length;
  const bytesOf = (from: number, to: number) => (plain ? to - from : Buffer.byteLength(text.slice(from, to)));
  let characters = 0;
  let at = place;
  placeholders.forEach(({ kind, start, length }, index) => {
    at += bytesOf(characters, start);
    const size = bytesOf(start, start + length);
    target.writeUInt32LE(((kinds.indexOf(kind) << kindShift) | at) >>> 0, head + index * 8);
    target.writeUInt32LE(size, head + 4 + index * 8);
    characters = start + length;
    at += size;
  });
  return head + placeholders.length * 8;
}

/** Fills placeholders. */
export interface Fill {
  /** Writes the address of an image, whose name is in `source`. */
  image(out: ByteWriter, source: Buffer, from: number, to: number): void;
  /** A text as JSON without quotes; `undefined` keeps the stored one. */
  text(kind: Exclude<PlaceholderKind, "image">): string | undefined;
}

/** Writes a stored body's JSON with its placeholders filled. */
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

/** A stored body's JSON with its placeholders as they were imported, for computed answers. */
export function storedJson(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return bytes.toString("utf8", 4 + bytes.readUInt32LE(0) * 8);
}
