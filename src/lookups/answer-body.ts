import type { App } from "../app.ts";
import { type Fill, fillBody } from "../families/body.ts";
import { isHidden } from "../families/sale-contacts.ts";

const encoder = new TextEncoder();
const blank = new Uint8Array(0);

/** Bytes of a text that is the same in every answer. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

const open = bytesOf('{"status":"success","data":');
const close = bytesOf("}");
const comma = bytesOf(",");

/** Fills the slots of stored bodies: signs images, blanks contact data, writes the VIN asked for. */
export function filler(app: App, vin: string): Fill {
  const { images } = app.access;
  const { personalData } = app.config;
  const now = app.clock();
  return (kind, stored) => {
    if (kind === "image") {
      const name = Buffer.from(stored.buffer, stored.byteOffset, stored.length).toString("latin1");
      return Buffer.from(images.prefix + name + images.sign(name, now), "latin1");
    }
    if (kind === "vin") return bytesOf(vin);
    return isHidden(kind, personalData) ? blank : undefined;
  };
}

/** `{"status":"success","data":…}` around a stored body. */
export function recordAnswer(body: Uint8Array, fill: Fill): Uint8Array {
  const pieces = [open];
  fillBody(body, fill, pieces);
  pieces.push(close);
  return Buffer.concat(pieces);
}

/** The same around a list of stored bodies, with what stands before and after the list. */
export function listAnswer(
  before: Uint8Array,
  bodies: readonly Uint8Array[],
  after: Uint8Array,
  fill: Fill,
): Uint8Array {
  const pieces = [open, before];
  bodies.forEach((body, index) => {
    if (index > 0) pieces.push(comma);
    fillBody(body, fill, pieces);
  });
  pieces.push(after, close);
  return Buffer.concat(pieces);
}
