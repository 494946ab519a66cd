import { z } from "zod";
import { countryCodes, isCountry } from "../../../base/reading/countries.ts";

const names = new Intl.DisplayNames("en", { type: "region" });

/** Germany; the code if it has no name. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Codes that are written often and are none of ISO 3166-1. */
const otherCodes: Readonly<Record<string, string>> = { EL: "GR", UK: "GB" };

const codes: ReadonlyMap<string, string> = new Map(
  countryCodes.map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const),
);

/** The code of what is no code: an English name, a code in small letters, or another code in use. */
function codeMeant(text: string): string | undefined {
  const plain = text.trim();
  const code = plain.toUpperCase();
  return codes.get(plain.toLowerCase()) ?? otherCodes[code] ?? (isCountry(code) ? code : undefined);
}

function countryFault(input: unknown): string {
  const meant = codeMeant(String(input));
  if (meant) return `must be a code of ISO 3166-1: send ${meant} for ${countryName(meant)}`;
  return "must be a code of ISO 3166-1: two capitals, such as DE for Germany";
}

export const country = z
  .string()
  .refine(isCountry, { error: ({ input }) => countryFault(input) })
  .meta({ accepts: "^[A-Z]{2}$" });
