import type { Context } from "../calls/context.ts";
import { unavailable } from "../http/errors.ts";
import { createDecoder, type Decoder } from "../vin/decoder.ts";
import type { Pack } from "../vin/pack/pack.ts";

const decoders = new WeakMap<Pack, { readonly year: number; readonly decoder: Decoder }>();

/** The decoder of the current year, which bounds the model years that a VIN can mean; 503 until it is loaded. */
export function decoderOf(context: Context): Decoder {
  const pack = context.vinPack.value;
  if (!pack) throw unavailable("The VIN decoder is still loading.");
  const year = new Date(context.clock()).getUTCFullYear();
  const made = decoders.get(pack);
  if (made?.year === year) return made.decoder;
  const decoder = createDecoder(pack, { currentYear: year });
  decoders.set(pack, { year, decoder });
  return decoder;
}
