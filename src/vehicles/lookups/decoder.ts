import type { Context } from "../../calls/context.ts";
import { unavailable } from "../../http/errors.ts";
import { createDecoder, type Decoder } from "../../vin/decoder.ts";
import type { Pack } from "../../vin/pack/pack.ts";

/** What decoding needs of a context. */
export type Decoding = Pick<Context, "clock" | "vinPack" | "lookup">;

const decoders = new WeakMap<Pack, { readonly year: number; readonly decoder: Decoder }>();

/** The same, with the pack of this moment: what is answered over several turns has all of its data from one. */
export function withOnePack(context: Context): Context {
  return { ...context, vinPack: { ...context.vinPack } };
}

/** The decoder of the current year, which bounds the model years that a VIN can mean; 503 until it is loaded. */
export function decoderOf(context: Decoding): Decoder {
  const pack = context.vinPack.value;
  if (!pack) throw unavailable("The VIN decoder is still loading.");
  const year = new Date(context.clock()).getUTCFullYear();
  const made = decoders.get(pack);
  if (made?.year === year) return made.decoder;
  const decoder = createDecoder(pack, { currentYear: year });
  decoders.set(pack, { year, decoder });
  return decoder;
}
