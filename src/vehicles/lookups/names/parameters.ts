import { z } from "zod";
import { plainNumber } from "../../../base/reading/declared.ts";
import { frameNumberOf, isFrameNumber, vinOf } from "../../../base/reading/vins.ts";
import { FIRST_MODEL_YEAR } from "../../../vin/model-year.ts";
import { markets } from "../../families/apis/recalls-abroad.ts";
import { plateKey } from "../../families/names.ts";
import { plateStateOf, plateStates } from "../../families/plate-states.ts";

const yearsAhead = 2;
const mileageMax = 2_000_000;

/** The VIN that a text is, or the text without spaces and hyphens: shorter numbers are not repaired. */
const compact = (text: string): string => vinOf(text) ?? text.replace(/[\s-]/g, "").toUpperCase();

// What is sent, before spaces and hyphens are dropped: `accepts` is the pattern that the OpenAPI document shows.
const vinCharacter = "[A-HJ-NPR-Za-hj-npr-z0-9][\\s-]*";

/**
 * A 17-character VIN, read as people have it (`readVin`). The documented pattern is the usual form: that others are read
 * depends on more than their characters. A frame number keeps its hyphen, by which it is known.
 */
export const vin = z
  .string()
  .overwrite((text) => vinOf(text) ?? frameNumberOf(text) ?? compact(text))
  .refine((text) => text.length === 17 || frameNumberOf(text) === undefined, {
    error: ({ input }) => `${String(input)} ${isFrameNumber}`,
  })
  .min(17)
  .max(17)
  .regex(/^[A-HJ-NPR-Z0-9]{17}$/)
  .meta({ accepts: `^[\\s-]*(?:${vinCharacter}){17}$` });

/** A VIN of 17 characters, or of the 5 to 14 that vehicles before 1981 have. */
export const anyVin = z
  .string()
  .overwrite(compact)
  .min(5)
  .max(17)
  .regex(/^([A-Z0-9]{5,14}|[A-HJ-NPR-Z0-9]{17})$/)
  .meta({ accepts: `^[\\s-]*(?:(?:[A-Za-z0-9][\\s-]*){5,14}|(?:${vinCharacter}){17})$` });

function modelYear(first: number, accepts: string) {
  return z
    .string()
    .refine(
      (text) => {
        const last = new Date().getUTCFullYear() + yearsAhead;
        return /^\d{4}$/.test(text) && Number(text) >= first && Number(text) <= last;
      },
      { error: `must be a model year from ${first} to two years from now` },
    )
    .meta({ accepts });
}

/** A model year: four digits from 1900 to two years ahead of now. */
export const year = modelYear(1900, "^(?:19|20)\\d{2}$");

/** The model year of a VIN: the standard began with 1981 vehicles, some of 1980 follow it. */
export const decodedYear = modelYear(FIRST_MODEL_YEAR, "^(?:19[89]|20\\d)\\d$");

/** A make, model, trim or part name, in any spelling. */
export const nameText = z.string().min(1);

/** A license plate; spaces and hyphens are dropped. */
export const plate = z
  .string()
  .overwrite(plateKey)
  .min(1)
  .max(12)
  .meta({ accepts: "^[\\s\\-.·]*(?:[^\\s\\-.·][\\s\\-.·]*){1,12}$" });

/** A state's two letters. */
export const state = z
  .string()
  .overwrite((text) => text.trim().toUpperCase())
  .refine((text) => plateStates.has(text), {
    error: "must be one of the 50 states, DC or PR, as two letters",
  })
  .meta({ accepts: `^\\s*(?:${[...plateStates].map(inAnyCase).join("|")})\\s*$` });

/** A U.S. state's two letters, or a country's ISO 3166-1 code. */
export const stateOrCountry = z
  .string()
  .overwrite((text) => plateStateOf(text) ?? text)
  .refine((text) => plateStateOf(text) !== undefined, {
    error:
      "must be a U.S. state, DC or PR as two letters, or a country's ISO code: three letters, or two that no state has",
  })
  .meta({ accepts: "^\\s*[A-Za-z]{2,3}\\s*$" });

function inAnyCase(letters: string): string {
  return [...letters].map((letter) => `[${letter}${letter.toLowerCase()}]`).join("");
}

/** A market of recalls; lower case and UK for GB are taken. */
export const market = z
  .string()
  .overwrite((text) => {
    const upper = text.trim().toUpperCase();
    return upper === "UK" ? "GB" : upper;
  })
  .refine((text) => (markets as readonly string[]).includes(text), {
    error: `must be one of ${markets.join(", ")}`,
  })
  .meta({ accepts: `^\\s*(?:${[...markets, "UK"].map(inAnyCase).join("|")})\\s*$` });

/** Yes or no in a query. */
export const flag = z.enum(["true", "false"]);

/** Miles: digits with or without commas between the thousands. */
export const mileage = z
  .string()
  .regex(/^(\d{1,7}|[1-9]\d{0,2}(,\d{3}){1,2})$/)
  .refine((text) => milesOf(text) <= mileageMax, {
    error: "must be at most 2,000,000 miles",
  });

/** The number behind a text that `mileage` admits. */
export function milesOf(text: string): number {
  return plainNumber(text, { decimals: 0 }) ?? Number.NaN;
}
