import { modelsInBlock } from "../pack/block-models.ts";
import { VALUE, VALUE_RAW, WMI, WMI_KEY, YEAR_SLOTS } from "../pack/layout.ts";
import { type Pack, stringOf } from "../pack/pack.ts";
import type { NamedIn } from "../pack/registry.ts";

type Sections = Pick<Pack, "wmis" | "years" | "covers" | "schemas" | "blockModels" | "values" | "strings">;

/** The models that the patterns of codes name, for the registry. */
export interface NamedModels {
  readonly schemaModels: number[][];
  /** By the number of the code. */
  readonly byCode: ReadonlyMap<number, readonly NamedIn[]>;
}

/** Reads them from the sections of a pack. */
export function namedModels(sections: Sections): NamedModels {
  const { wmis, years, covers, values } = sections;
  const schemaModels: number[][] = [];
  const places = new Map<number, number>();
  const placeOf = (block: number): number => {
    let place = places.get(block);
    if (place === undefined) {
      const models = modelsInBlock(sections, block);
      place = schemaModels.length;
      schemaModels.push(
        Array.from(models, (value) => Number(stringOf(sections, values[value * VALUE + VALUE_RAW]!))),
      );
      places.set(block, place);
    }
    return place;
  };
  const byCode = new Map<number, NamedIn[]>();
  for (let wmi = 0; wmi < wmis.length / WMI; wmi++) {
    const spans: NamedIn[] = [];
    const coverOf = (slot: number): number => years[wmi * YEAR_SLOTS + slot]!;
    let to = 0;
    for (let from = 0; from < YEAR_SLOTS; from = to + 1) {
      for (to = from; from > 0 && to + 1 < YEAR_SLOTS && coverOf(to + 1) === coverOf(from); to++);
      const cover = coverOf(from);
      const schemas = Array.from({ length: covers[cover]! }, (_, link) => covers[cover + 1 + link * 2]!)
        .filter((block) => modelsInBlock(sections, block).length > 0)
        .map(placeOf);
      if (schemas.length > 0) spans.push([from, to, ...schemas]);
    }
    byCode.set(wmis[wmi * WMI + WMI_KEY]! >>> 0, spans);
  }
  return { schemaModels, byCode };
}
