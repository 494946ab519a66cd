import type { App } from "../app.ts";
import { makeKey, nameKey } from "../families/names.ts";
import { type Catalogue, createCatalogue } from "../vin/catalogue.ts";
import type { Pack } from "../vin/pack.ts";
import { decoderOf } from "./decoder.ts";

const catalogues = new WeakMap<Pack, { readonly year: number; readonly catalogue: Catalogue }>();

/** The catalogue of the loaded pack, made at its first use; 503 until there is a pack. */
export function catalogueOf(app: App): Catalogue {
  const { pack } = decoderOf(app);
  const year = new Date(app.clock()).getUTCFullYear();
  const made = catalogues.get(pack);
  if (made?.year === year) return made.catalogue;
  const catalogue = createCatalogue(pack, { keys: { make: makeKey, model: nameKey }, currentYear: year });
  catalogues.set(pack, { year, catalogue });
  return catalogue;
}
