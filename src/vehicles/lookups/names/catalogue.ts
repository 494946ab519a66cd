import { type Catalogue, createCatalogue } from "../../../vin/catalogue/catalogue.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import { type Decoding, decoderOf } from "../decoder.ts";

const catalogues = new WeakMap<Pack, { readonly year: number; readonly catalogue: Catalogue }>();

/** The catalogue of the loaded pack; 503 until there is a pack. */
export function catalogueOf(context: Decoding): Catalogue {
  return catalogueOfPack(decoderOf(context).pack, context.clock());
}

/** The catalogue of a pack, made at its first use. */
export function catalogueOfPack(pack: Pack, now: number): Catalogue {
  const year = new Date(now).getUTCFullYear();
  const made = catalogues.get(pack);
  if (made?.year === year) return made.catalogue;
  const catalogue = createCatalogue(pack, { keys: { make: makeKey, model: nameKey }, currentYear: year });
  catalogues.set(pack, { year, catalogue });
  return catalogue;
}
