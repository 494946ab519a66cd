import { ApiError } from "../../http/errors.ts";
import type { Decode } from "../../vin/answer/describe.ts";
import { checkOf, derivedPart, groupsOf } from "../../vin/answer/groups.ts";
import { decoderOf } from "../decoder.ts";
import { elementOf, type Subject } from "../names/subject.ts";
import type { Compute } from "./compute.ts";

const VEHICLE_TYPE = 39;
const DISPLACEMENT_CC = 11;
const ENGINE_CYCLES = 17;
const SUSPENSION = 152;
const CHASSIS = 153;

/** Answers `/motorcycle-decode`: a VIN's decode, or what all motorcycles of a model have in common. */
export const motorcycleDecode: Compute = ({ context, subject }) => {
  const { decode } = subject;
  if (!decode) return undefined;
  const type = elementOf(decode, VEHICLE_TYPE);
  if (type !== "MOTORCYCLE") throw notMotorcycle(subject, type);
  const groups = groupsOf(decode);
  const data = {
    ...(subject.vin === ""
      ? { ...groups, intro: { vin: "" }, basic: basicOf(subject, groups.basic!) }
      : groups),
    check: subject.vin === "" ? withoutVin : checkOf(decode),
    derived: derivedPart(decode),
    ...ofMotorcycles(decode),
  };
  return { body: JSON.stringify({ status: "success", data }), source: decoderOf(context).source };
};

/** What matters of motorcycles alone; texts, `""` when unknown. */
export function ofMotorcycles(decode: Decode) {
  return {
    displacement_cc: elementOf(decode, DISPLACEMENT_CC),
    engine_cycles: elementOf(decode, ENGINE_CYCLES),
    chassis: elementOf(decode, CHASSIS),
    suspension: elementOf(decode, SUSPENSION),
  };
}

const withoutVin = {
  valid: false,
  check_digit: "",
  expected: "",
  warnings: ["No VIN was given: this is what all motorcycles of the model have in common."],
};

/** The names as they were found, whatever the part of a VIN that stands for the model decodes to. */
function basicOf({ vehicle: { year, make, model } }: Subject, basic: Readonly<Record<string, string>>) {
  return { ...basic, make: make.text, model: model.text, year: String(year) };
}

function notMotorcycle({ vin }: Subject, type: string): ApiError {
  const what = type === "" ? "vehicle of unknown type" : type.toLowerCase();
  const article = /^[aeiou]/.test(what) ? "an" : "a";
  return new ApiError(
    "record_not_found",
    `The VIN ${vin} is that of ${article} ${what}, not of a motorcycle. /vin-decoder decodes it.`,
    { members: { suggestions: [] } },
  );
}
