/** What a vehicle is, as far as selectors ask. */
export type CatalogueKind = "vehicles" | "motorcycles";

/** The years, makes and models that vPIC's patterns decode to. Names are compared by the keys given. */
export interface Catalogue {
  /** Newest first. */
  years(kind: CatalogueKind): readonly number[];
  /** Key → name of the makes of a year. */
  makes(kind: CatalogueKind, year: number): ReadonlyMap<string, string>;
  /** Key → name of the models of a make and year. */
  models(kind: CatalogueKind, year: number, makeKey: string): ReadonlyMap<string, string>;
  /**
   * A partial VIN, `*` for what is open, that decodes to a model; `undefined` for one that is not here.
   * Decoding it with its year tells what all vehicles of that model have in common.
   */
  partialVin(kind: CatalogueKind, year: number, makeKey: string, modelKey: string): string | undefined;
}

/** How names become keys; given from above, where aliases are known. */
export interface CatalogueKeys {
  make(name: string): string;
  model(name: string): string;
}
