import { ApiError } from "../../../http/errors.ts";
import type { Decode } from "../../../vin/answer/describe.ts";
import { elementText } from "../../../vin/decode/element-value.ts";
import { MAKE, MODEL, TRIM } from "../../../vin/elements.ts";
import { makeKey, type Name, nameKey } from "../../families/names.ts";
import { type Decoding, decoderOf } from "../decoder.ts";
import { manufacturerNotFound, requireTestVin } from "./not-found.ts";

/** How a record meets the vehicle: its very trim, the nearest by its facts, or another of its model. */
export type Match = "exact" | "close" | "model";

/** A vehicle by year and names; what is unknown is absent. */
export interface Vehicle {
  readonly year: number;
  readonly make: Name;
  readonly model: Name;
  readonly trim?: Name;
}

/** What a lookup is about, however the caller named it. */
export interface Subject {
  /** `""` where it was named by year, make and model. */
  readonly vin: string;
  readonly vehicle: Vehicle;
  /** What was named may be a series of several models; else the vehicle's model alone. */
  readonly models: readonly Name[];
  /** The key of the series that was named behind the model, or `""`. */
  readonly series: string;
  /** The requested trims, known or not; one that the model's name contains comes last. */
  readonly requestedTrims: readonly string[];
  /** Why the VIN names no model, whose name is then `""`. */
  readonly unidentified?: ApiError;
  /** The decode of the VIN; absent without a VIN. */
  readonly decode?: Decode;
}

/** The subject in words: `5J6RW2H59JL990075 (2018 HONDA CR-V EX)`, or its names. */
export function describeSubject({ vin, vehicle }: Pick<Subject, "vin" | "vehicle">): string {
  const { year, make, model, trim } = vehicle;
  const names = [year, make.text, model.text, trim?.text ?? ""].filter((name) => name !== "").join(" ");
  return vin === "" ? names : `${vin} (${names})`;
}

const unnamed = "no pattern of its manufacturer names one";
const undescribed =
  "vPIC's patterns of its manufacturer are of vehicles for North America, and do not describe it";

/** A decoded element's value, `""` when unknown; vPIC's defaults are no facts of the one vehicle. */
export function elementOf(decode: Decode, id: number): string {
  const found = decode.elements.find((element) => element.id === id && element.decidedBy !== "default");
  return found?.value ?? "";
}

/** 404 where no manufacturer is known for a VIN of 17 characters. */
export function requireManufacturer(context: Decoding, vin: string): void {
  if (!decoderOf(context).scan(vin)) throw manufacturerNotFound(vin);
}

/**
 * The vehicle of a VIN of 17 characters; `modelYear` is the one that the caller gave.
 * Throws 404 if the VIN decodes to no known vehicle.
 */
export function subjectOfVin(context: Decoding, vin: string, modelYear?: number): Subject {
  requireTestVin(context, vin);
  const decoder = decoderOf(context);
  const state = decoder.scan(vin, modelYear);
  if (!state) throw manufacturerNotFound(vin);
  const { year } = state.chosen;
  const [make, model, trim] = [MAKE, MODEL, TRIM].map((id) => elementText(decoder.pack, state, id)) as [
    string,
    string,
    string,
  ];
  if (year === 0 || make === "" || model === "") {
    const known = [year === 0 ? "" : String(year), make].filter((part) => part !== "").join(" ");
    throw new ApiError(
      "vehicle_not_found",
      `The VIN ${vin} does not identify a model${known === "" ? "" : ` (${known})`}: ${state.undescribed ? undescribed : unnamed}.${year === 0 ? " It contains no model year: give the year, as in ?year=2015." : ""}`,
    );
  }
  const vehicle: Vehicle = {
    year,
    make: { text: make, key: makeKey(make) },
    model: { text: model, key: nameKey(model) },
    ...(nameKey(trim) !== "" && { trim: { text: trim, key: nameKey(trim) } }),
  };
  let decode: Decode | undefined;
  return {
    vin,
    vehicle,
    models: [vehicle.model],
    series: "",
    requestedTrims: [],
    // Most lookups need the names alone; everything else takes ten times as long.
    get decode() {
      decode ??= decoder.decode(vin, modelYear) as Decode;
      return decode;
    },
  };
}

/** The same; of a VIN whose make and year are known and whose model is not, without the model. */
export function subjectOrMake(context: Decoding, vin: string, modelYear?: number): Subject {
  try {
    return subjectOfVin(context, vin, modelYear);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    requireTestVin(context, vin);
    const decode = decoderOf(context).decode(vin, modelYear);
    if (typeof decode !== "object" || decode.make === "" || decode.year === 0) throw error;
    const model: Name = { text: "", key: "" };
    return {
      vin,
      vehicle: { year: decode.year, make: { text: decode.make, key: makeKey(decode.make) }, model },
      models: [model],
      series: "",
      requestedTrims: [],
      unidentified: error,
      decode,
    };
  }
}
