import { ByteWriter } from "../../../base/byte-writer.ts";
import type { Context } from "../../../calls/context.ts";
import { type Fill, writeBody } from "../../families/body.ts";
import { isHidden } from "../../families/sale-contacts.ts";

const open = '{"status":"success","data":';
const close = "}";

// An answer is written from its start to its end without a pause: one writer serves all.
const writer = new ByteWriter(1 << 17);

/** Fills the placeholders of stored bodies: signs images, blanks contact data, writes the requested VIN. */
export function filler(context: Context, vin: string): Fill {
  const { images } = context.identity.secrets;
  const { personalData } = context.config;
  const now = context.clock();
  return {
    image: (out, source, from, to) => images.write(out, source, from, to, now),
    text: (kind) => (kind === "vin" ? vin : isHidden(kind, personalData) ? "" : undefined),
  };
}

/** `{"status":"success","data":…}` around a stored body. */
export function recordAnswer(body: Uint8Array, fill: Fill): Uint8Array {
  return listAnswer("", [body], "", fill);
}

/** The same around a list of stored bodies, with the text before and after the list. */
export function listAnswer(
  before: string,
  bodies: readonly Uint8Array[],
  after: string,
  fill: Fill,
): Uint8Array {
  writer.text(open);
  writer.text(before);
  bodies.forEach((body, index) => {
    if (index > 0) writer.text(",");
    writeBody(writer, body, fill);
  });
  writer.text(after);
  writer.text(close);
  return writer.done();
}
