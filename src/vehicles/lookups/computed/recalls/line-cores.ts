import { withoutBrackets } from "../../../../base/text/delimited.ts";
import type { LineTexts } from "./line-texts.ts";
import { wordsOf } from "./line-words.ts";

/** Names of the line that vPIC's name of the model does not contain, by make and model; `@5` is character 5. */
const otherCores: Readonly<Record<string, string>> = {
  "bmw M3CI": "M3",
  "chevrolet GMT400": "@5 CK SILVERADO",
  "gmc GMT400": "@5 CK SIERRA",
  "chevrolet S10BLAZER": "BLAZER",
  "chevrolet GEOPRIZM": "PRIZM",
  "chevrolet CAPRICEPOLICEVEHICLE": "CAPRICE",
  "chevrolet SILVERADOHD": "SILVERADO",
  "chevrolet SILVERADOLD": "SILVERADO",
  "chevrolet SILVERADOLTD": "SILVERADO",
  "chevrolet SUBURBANHD": "SUBURBAN",
  "gmc SIERRAHD": "SIERRA",
  "gmc SIERRALTD": "SIERRA",
  "chevrolet GSERIES": "G SPORTVAN CHEVYVAN",
  "honda CIVICSI": "CIVIC",
  "honda ACCORDCROSSTOUR": "CROSSTOUR",
  "honda FCXCLARITY": "FCX CLARITY",
  "mercedesbenz M": "ML",
  "porsche 718BOXSTER": "BOXSTER",
  "porsche 718CAYMAN": "CAYMAN",
  "subaru B9TRIBECA": "TRIBECA",
  "subaru XVCROSSTREK": "CROSSTREK",
  "toyota CAMRYSOLARA": "SOLARA",
  "toyota COROLLAMATRIX": "MATRIX",
  "toyota PRIUSPRIME": "PRIUSPHEV",
  "volkswagen GOLFGTI": "GTI",
  "volkswagen CABRIO": "CONVERTIBLE",
  "ford MUSTANGMACHE": "MACHE",
};

/** Words of vPIC's models that a name of the line may leave out, if what is left is no other model. */
export const optional: ReadonlySet<string> = new Set(
  "CLASS SERIES PICKUP VAN UTILITY MPV SUV SEDAN AVANT HATCHBACK HARDTOP COUPE CONVERTIBLE EV HD LD LTD JK III SI".split(
    " ",
  ),
);

/** The models that vPIC's name of one names: `Caravan/Grand Caravan` are two, `S/T` is one. */
export function modelsIn(model: string): readonly string[] {
  const text = withoutBrackets(model);
  const parts = text.split(/\/|,/);
  return parts.every((part) => /[a-z]{2}|\d{2}/i.test(part)) ? parts : [text];
}

/** The joined words that a name of a model's line must contain. `isModel` tests another model's joined words. */
export function coresOf(
  make: string,
  { model, vin }: LineTexts,
  isModel: (joined: string) => boolean,
): string[] {
  return modelsIn(model).flatMap((text) => {
    const words = wordsOf(text);
    const joined = words.join("");
    const least = words.filter((word) => !optional.has(word)).join("");
    const others = otherCores[`${make} ${joined}`] ?? otherCores[`${make} ${least}`];
    const shorter = least !== "" && least !== joined && !isModel(least) ? [least] : [];
    return [
      joined,
      ...shorter,
      ...(others
        ?.replace("@5", vin[4] ?? "")
        .trim()
        .split(" ") ?? []),
    ];
  });
}
