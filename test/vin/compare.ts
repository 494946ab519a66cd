import type { Decode } from "../../src/vin/answer/describe.ts";
import type { OracleDecode } from "./oracle.ts";

/** Both decodes in one form, with everything that must be equal. */
export function shapeOfDecode(decode: Decode | string) {
  if (typeof decode === "string") return undefined;
  const items = decode.elements.map(({ id, value, attribute, patternId, key }) =>
    [id, value, attribute, patternId, key].join("¦"),
  );
  const { year, errorCodes, errorText, additionalErrorText, suggestedVin, possibleValues } = decode;
  return {
    errorText,
    additionalErrorText,
    year,
    codes: String(errorCodes),
    suggestedVin,
    possibleValues,
    items: items.sort(),
  };
}

export function shapeOfOracle(decode: OracleDecode | undefined) {
  if (decode === undefined) return undefined;
  const items = decode.items.map(({ element, value, attribute, patternId, key }) =>
    [element, value, attribute, patternId, key].join("¦"),
  );
  const { year, codes, errorText, additionalErrorText, suggested, possible } = decode;
  return {
    errorText,
    additionalErrorText,
    year,
    codes: codes.join() || "unknown",
    suggestedVin: suggested,
    possibleValues: possible,
    items: items.sort(),
  };
}
