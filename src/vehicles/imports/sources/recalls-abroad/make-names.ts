import { withoutBrackets } from "../../../../base/text/delimited.ts";

/** Words that authorities write behind a make, after one space: companies, countries and kinds of vehicles. */
const behind =
  / (?:UK|GB|BRITAIN|EUROPE|LTD|LIMITED|PLC|GMBH|AG|SE|SPA|S\.P\.A\.?|INC|CO|COMPANY|GROUP|USA|CARS?|VANS?|BUS(?:ES)?|TRUCKS?|MOTORS?|MOTORCYCLES|MOTORRAD|AUTOMOBILES?|COMMERCIAL VEHICLES|LAGONDA)\.?$/;

/** Makes that are listed under that of their maker: `LEXUS LS460` of Toyota. */
const within = /^(LEXUS|JEEP|DODGE|MINI|SMART|DACIA|CUPRA|ABARTH|ALFA ROMEO|INFINITI|GENESIS)\s+(?=\S)/;

/** Models that are listed under the make that imports them. */
const jeeps = /^((GRAND )?CHEROKEE|COMMANDER|COMPASS|PATRIOT|RENEGADE|WRANGLER)\b/;

/** A vehicle's make and model, in the spelling that lookups compare. */
export interface NamedModel {
  readonly make: string;
  readonly model: string;
}

/** The makes that a list of them or a company's name names: `VW - Volkswagen AG`, `TOYOTA (GB) PLC`, `Opel/Vauxhall`. */
export function makesIn(text: string): readonly string[] {
  const parts = withoutBrackets(text)
    .replace(/jaguar land rover/i, "Jaguar/Land Rover")
    .split(/[/,;]|\s-\s|&|\band\b/i)
    .map((part) => withoutCompany(part.replace(/\s+/g, " ").trim()))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return [...new Set(parts)];
}

function withoutCompany(text: string): string {
  const shorter = text.toUpperCase().replace(behind, "");
  return shorter.length === text.length ? text : withoutCompany(text.slice(0, shorter.length).trim());
}

/** A model under its own make, if its name begins with one that its maker's list contains. */
export function namedModel(make: string, model: string): NamedModel {
  if (make === "CHRYSLER" && jeeps.test(model.toUpperCase())) return { make: "JEEP", model };
  const own = within.exec(model.toUpperCase());
  if (!own) return { make, model };
  return { make: model.slice(0, own[1]!.length), model: model.slice(own[0].length) };
}
