import { VEHICLE_TYPE } from "../elements.ts";
import type { DefaultMeta, ErrorMeta } from "../pack/pack-meta.ts";
import type { Elements } from "./elements.ts";
import { text, type VpicSource, whole } from "./source.ts";
import { flat } from "./strings.ts";
import type { Values } from "./values.ts";

const NOT_APPLICABLE = "Not Applicable";

/** Reads vPIC's default values; a lookup's number 0 means "Not Applicable". */
export function readDefaults(source: VpicSource, elements: Elements, values: Values): DefaultMeta[] {
  const columns = ["ElementId", "VehicleTypeId", "DefaultValue"];
  return [...source.rows("DefaultValue", columns)].flatMap(([element, type, value]) => {
    if (value === null || elements.shown[whole(element)] !== 1) return [];
    const attribute = text(value);
    const lookup = elements.lookups.get(whole(element));
    const label = lookup && attribute === "0" ? NOT_APPLICABLE : (lookup?.get(attribute) ?? attribute);
    const typeValue = values.of(VEHICLE_TYPE, text(type));
    return [{ type: typeValue, element: whole(element), attribute: flat(attribute), text: flat(label) }];
  });
}

/** Reads vPIC's own texts of its error codes. */
export function readErrors(source: VpicSource): ErrorMeta[] {
  const rows = [...source.rows("ErrorCode", ["Id", "Name", "AdditionalErrorText"])];
  const errors = rows.map(([code, name, additional]) => {
    return { code: whole(code), text: flat(text(name)), additional: flat(text(additional)) };
  });
  return errors.sort((a, b) => a.code - b.code);
}
