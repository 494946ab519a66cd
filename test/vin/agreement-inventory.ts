import type { Decode } from "../../src/vin/answer/describe.ts";
import { checkDigit } from "../../src/vin/check-digit.ts";
import type { Decoder } from "../../src/vin/decoder.ts";

export interface InventoryEntry {
  readonly year: string;
  readonly model: string;
}

export interface InventoryAgreement {
  /** 17-character VINs in the list. */
  readonly whole: number;
  readonly years: number;
  readonly models: number;
  /** VINs whose model names by vPIC and by the yard have no word in common. */
  readonly disagreements: readonly {
    vin: string;
    what: "year" | "model";
    recorded: string;
    ours: string;
    cause: string;
  }[];
  /** Numbers of other lengths: older than the standard, or mistyped. */
  readonly others: readonly string[];
}

const letters = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** Yards write `FORD F150 PICKUP` for vPIC's `F-150`, and `SILVERADO 1500 PICKUP` for `Silverado`. */
function sameModel(recorded: string, names: readonly string[]): boolean {
  const whole = letters(recorded);
  const words = recorded
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .map(letters)
    .filter((word) => word.length > 1);
  return names.some((name) => {
    const ours = letters(name);
    if (ours === "") return false;
    if (whole.includes(ours) || ours.includes(whole)) return true;
    return words.some((word) => ours.includes(word) || (ours.length > 1 && word.includes(ours)));
  });
}

function yearCause(vin: string, { year: ours, yearIsCertain }: Decode, yard: string): string {
  if (checkDigit(vin) !== vin[8]) return "the check digit is wrong: the VIN is mistyped";
  if (ours === 0) return "position 10 holds no year";
  if (!yearIsCertain && ours - 30 === Number(yard))
    return "no pattern describes the VIN: the later year is assumed, with a warning";
  return "the yard's year is not the one of position 10";
}

/** Compares a decoder with a salvage yard's descriptions of its vehicles. */
export function compareInventory(
  decoder: Decoder,
  inventory: Readonly<Record<string, InventoryEntry>>,
): InventoryAgreement {
  const disagreements: InventoryAgreement["disagreements"][number][] = [];
  const others: string[] = [];
  let whole = 0;
  let years = 0;
  let models = 0;
  for (const [vin, { year, model }] of Object.entries(inventory)) {
    if (vin.length !== 17) {
      others.push(vin);
      continue;
    }
    whole++;
    const decode = decoder.decode(vin);
    if (typeof decode === "string") {
      disagreements.push({ vin, what: "year", recorded: year, ours: "", cause: decode });
      disagreements.push({ vin, what: "model", recorded: model, ours: "", cause: decode });
      continue;
    }
    if (String(decode.year) === year) years++;
    else {
      const cause = yearCause(vin, decode, year);
      disagreements.push({ vin, what: "year", recorded: year, ours: String(decode.year), cause });
    }
    const names = decode.elements
      .filter(({ id }) => [28, 34, 38, 109, 110].includes(id))
      .map(({ value }) => value);
    if (sameModel(model, [...names, `${decode.make} ${decode.model}`])) models++;
    else {
      const cause = decode.model === "" ? "no pattern states the model" : "the yard uses another name";
      disagreements.push({ vin, what: "model", recorded: model, ours: decode.model, cause });
    }
  }
  return { whole, years, models, disagreements, others };
}
