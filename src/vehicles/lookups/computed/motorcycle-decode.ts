import { nextTurn } from "../../../base/pause.ts";
import { withoutEnd } from "../../../base/text/without-end.ts";
import { ApiError } from "../../../http/errors.ts";
import type { Decode } from "../../../vin/answer/describe.ts";
import { checkOf, derivedPart, groupsOf } from "../../../vin/answer/groups.ts";
import { VEHICLE_TYPE } from "../../../vin/elements.ts";
import { decoderOf } from "../decoder.ts";
import { elementOf, type Subject } from "../names/subject.ts";
import type { Compute } from "./compute.ts";

const DISPLACEMENT_CC = 11;
const ENGINE_CYCLES = 17;
const SUSPENSION = 152;
const CHASSIS = 153;

/** Answers `/motorcycle-decode`: a VIN's decode, or what all motorcycles of a model have in common. */
export const motorcycleDecode: Compute = async ({ context, subject, modelDecodes }) => {
  const { decode } = subject;
  const data = decode ? ofVin(subject, decode) : await ofModel(subject, await modelDecodes());
  if (!data) return undefined;
  return { body: JSON.stringify({ status: "success", data }), source: decoderOf(context).source };
};

function ofVin(subject: Subject, decode: Decode) {
  const type = elementOf(decode, VEHICLE_TYPE);
  if (type !== "MOTORCYCLE") throw notMotorcycle(subject, type);
  return {
    ...groupsOf(decode),
    check: checkOf(decode),
    derived: derivedPart(decode),
    ...ofMotorcycles(decode),
  };
}

const modelNote = "No VIN was given: this is what all motorcycles of the model have in common.";

/** Comparing so many holds the thread for half a millisecond. */
const comparedAtOnce = 20;

/** Only what all of a model's motorcycles share; without a VIN there is nothing to check. */
async function ofModel({ vehicle }: Subject, decodes: readonly Decode[]) {
  const [first, ...others] = decodes;
  if (!first) return undefined;
  const names = { make: vehicle.make.text, model: vehicle.model.text, year: String(vehicle.year) };
  let groups: Readonly<Record<string, Texts>> = groupsOf(first);
  let own: Texts = ofMotorcycles(first);
  for (const [index, decode] of others.entries()) {
    if (index % comparedAtOnce === 0) await nextTurn();
    const other: Readonly<Record<string, Texts>> = groupsOf(decode);
    groups = Object.fromEntries(
      Object.entries(groups).map(([group, members]) => [group, shared(members, other[group] ?? {})]),
    );
    own = shared(own, ofMotorcycles(decode));
  }
  const { intro: _, basic, engine, ...rest } = groups;
  return {
    intro: { vin: "" },
    basic: { ...basic, ...names },
    // vPIC writes converted litres with six digits, which no data sheet has.
    engine: {
      ...engine,
      engine_size: shortDecimal(engine?.engine_size ?? ""),
    },
    ...rest,
    ...own,
    note: modelNote,
  };
}

const shortDecimal = (text: string): string =>
  /\.\d*$/.test(text) ? withoutEnd(text, "0").replace(/\.$/, "") : text;

type Texts = Readonly<Record<string, string>>;

/** The texts that are the same in both; `""` in place of others. */
function shared(one: Texts, other: Texts): Texts {
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, other[name] === value ? value : ""]),
  );
}

/** What matters of motorcycles alone; texts, `""` when unknown. */
export function ofMotorcycles(decode: Decode) {
  return {
    displacement_cc: elementOf(decode, DISPLACEMENT_CC),
    engine_cycles: elementOf(decode, ENGINE_CYCLES),
    chassis: elementOf(decode, CHASSIS),
    suspension: elementOf(decode, SUSPENSION),
  };
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
