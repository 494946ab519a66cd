import type { OracleData, WmiRow } from "./oracle-data.ts";

const INCOMPLETE = "65 107 70 74 63 72 112 62 64 76 78 71 77 67 116 75".split(" ");

interface Facts {
  readonly vin: string;
  readonly wmi: WmiRow;
  readonly body: string;
  readonly offRoad: boolean;
  readonly excused: boolean;
  readonly conclusive: boolean;
  readonly invalid: readonly number[];
  readonly unusedPositions: readonly number[];
}

/** vPIC's error texts, composed as its procedure does. */
export function oracleTexts(data: OracleData, codes: readonly number[], facts: Facts) {
  if (data.errors.length === 0) return { errorText: "", additionalErrorText: "" };
  const { vin, wmi, body, offRoad, excused, conclusive, invalid, unusedPositions } = facts;
  const messages = data.errors
    .filter(({ code }) => codes.includes(code))
    .map(({ code, text }) => {
      if (offRoad && code === 1)
        return `${text} NOTE: Disregard if this is an off-road vehicle PIN, as check digit calculation may not be accurate.`;
      if (excused && code === 0)
        return `${text} NOTE: Check Digit Exception - The check digit was given an exception based on data from the OEM indicating an error on production.`;
      return text;
    })
    .map((text) => text.trim());
  let additional: string | null = null;
  const append = (more: string | null) => {
    additional = more === null ? null : ((additional ?? "") + more).trim().slice(0, 500);
  };
  for (const code of [4, 5])
    if (codes.includes(code)) additional = data.errors.find((error) => error.code === code)?.additional ?? "";
  if (codes.includes(14))
    append(unusedPositions.length === 0 ? null : ` Unused position(s): ${unusedPositions.join()}. `);
  if (codes.includes(400))
    append(` Invalid character(s): ${invalid.map((place) => `${place}:${vin[place - 1]}`).join(", ")}. `);
  if (wmi.type === 10 || INCOMPLETE.includes(body))
    append(
      " Incomplete Vehicle Warning - Please be advised that the vehicle may have been altered and may not be an accurate representation of the vehicle in its current condition. ",
    );
  if (!conclusive)
    append(
      " The Model Year decoded for this VIN may be incorrect. If you know the Model year, please enter it and decode again to get more accurate information. ",
    );
  return { errorText: messages.join("; ").slice(0, 500), additionalErrorText: additional ?? "" };
}
