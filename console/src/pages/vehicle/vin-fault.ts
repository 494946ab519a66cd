import { frameNumberOf, vinOf } from "../../../../src/base/reading/vins.ts";
import { listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";

const lookalikes: Readonly<Record<string, string>> = { I: "1", O: "0", Q: "0" };

/** A typed VIN as the service reads it; what it does not read, without spaces and hyphens, in capitals. */
export const tidyVin = (typed: string): string => vinOf(typed) ?? typed.replace(/[\s-]/g, "").toUpperCase();

/** Why a typed VIN is not valid, or undefined. */
export function vinFault(typed: string): string | undefined {
  const frame = frameNumberOf(typed);
  if (frame !== undefined)
    return t("{number} is a frame number of Japan's own market, not a VIN.", { number: frame });
  const vin = tidyVin(typed);
  const wrong = [...vin].flatMap((character, index) =>
    lookalikes[character] ? [{ character, at: index + 1 }] : [],
  );
  if (wrong.length > 0) {
    const { character } = wrong[0]!;
    const places = wrong.filter((one) => one.character === character).map(({ at }) => at);
    return t("Letter {character} at {places}. A VIN has {lookalike} there.", {
      character,
      places: listed(places.map(String)),
      lookalike: lookalikes[character],
    });
  }
  const odd = [...vin].findIndex((character) => !/[A-Z0-9]/.test(character));
  if (odd >= 0) return t("{vin} at {odd} is neither a letter nor a digit.", { vin: vin[odd], odd: odd + 1 });
  if (vin.length !== 17)
    return t("{length, plural, one {# character} other {# characters}}; a VIN has 17.", {
      length: vin.length,
    });
  return undefined;
}
