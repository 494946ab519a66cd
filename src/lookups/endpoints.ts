import { z } from "zod";
import type { Context, Operation } from "../calls/context.ts";
import { examplesOf } from "../families/examples.ts";
import type {
  AnswerSource,
  Family,
  LookupApi,
  Selector,
  SelectorStep,
  VehicleNaming,
} from "../families/family.ts";
import { lookupApis } from "../families/lookup-apis.ts";
import { Choices } from "../families/shape.ts";
import type { Answer, Call } from "../http/endpoint.ts";
import { answerComputed } from "./answers/answer-computed.ts";
import { answerDecode } from "./answers/answer-decode.ts";
import { answerHistory } from "./answers/answer-history.ts";
import { answerPlate } from "./answers/answer-plate.ts";
import { answerRecord } from "./answers/answer-record.ts";
import { answerSelector } from "./answers/answer-selector.ts";
import type { Compute } from "./computed/compute.ts";
import { computed as computedAnswers } from "./computed/computed.ts";
import { type Asked, askedOf, type Params } from "./names/asked.ts";
import * as parameter from "./names/parameters.ts";

interface Form {
  /** Ends the operation's id. */
  readonly id: string;
  /** Ends the summary. */
  readonly by: string;
  /** What is worth knowing of this way of naming. */
  readonly told: string;
  readonly params: readonly string[];
}

const byNames =
  "Names compare without case, accents, spaces and punctuation; short names of makes are taken.";
const byVin = "A VIN is decoded to its vehicle; `x-match` says how well the record meets it.";
const byPlate = "The plate is resolved to its VIN, and the VIN to its vehicle.";

const forms: Readonly<Record<VehicleNaming, Form>> = {
  vin: { id: "", by: "a VIN", told: byVin, params: ["vin"] },
  "any-vin": {
    id: "",
    by: "a VIN of 17, or of 5 to 14 characters",
    told: "Vehicles before 1981 have VINs of 5 to 14 characters, which are compared as they stand.",
    params: ["vin"],
  },
  ymm: { id: "ByModel", by: "year, make and model", told: byNames, params: ["year", "make", "model"] },
  ymmt: {
    id: "ByTrim",
    by: "year, make, model and trim",
    told: byNames,
    params: ["year", "make", "model", "trim"],
  },
  "extra-trim": {
    id: "ByExtraTrim",
    by: "year, make, model, trim and what tells its variants apart",
    told: byNames,
    params: ["year", "make", "model", "trim", "extra_trim"],
  },
  part: {
    id: "",
    by: "vehicle, category and subcategory",
    told: byNames,
    params: ["year", "make", "model", "trim", "category", "subcategory"],
  },
  plate: {
    id: "ByPlate",
    by: "a license plate and its state",
    told: byPlate,
    params: ["license_plate", "state"],
  },
  license: {
    id: "ByPlate",
    by: "a license plate and its state",
    told: byPlate,
    params: ["license", "state"],
  },
};

interface StepForm {
  readonly id: string;
  readonly lists: string;
  /** What the step is named by. */
  readonly params: readonly string[];
}

const steps: Readonly<Record<SelectorStep, StepForm>> = {
  year: { id: "Years", lists: "model years", params: [] },
  make: { id: "Makes", lists: "makes of a year", params: ["year"] },
  model: { id: "Models", lists: "models of a make and year", params: ["year", "make"] },
  trim: { id: "Trims", lists: "trims of a model and year", params: ["year", "make", "model"] },
  categories: {
    id: "Categories",
    lists: "part categories of a vehicle",
    params: ["year", "make", "model", "trim"],
  },
  subcategories: {
    id: "Subcategories",
    lists: "part subcategories of a category",
    params: ["year", "make", "model", "trim", "category"],
  },
};

const schemas: Readonly<Record<string, z.ZodType>> = {
  vin: parameter.vin,
  year: parameter.year,
  license_plate: parameter.plate,
  license: parameter.plate,
  state: parameter.state,
};

const described: Readonly<Record<string, string>> = {
  vin: "Spaces, hyphens and lower case are taken.",
  extra_trim: "The rest of a trim that holds a slash, or its body, cab or drive.",
};

function paramsOf(api: LookupApi, names: readonly string[], vin: z.ZodType = parameter.vin): z.ZodObject {
  const examples = examplesOf(api);
  return z.object(
    Object.fromEntries(
      names.map((name) => {
        const schema = name === "vin" ? vin : (schemas[name] ?? parameter.nameText);
        const description = described[name];
        return [name, schema.meta({ example: examples[name], ...(description && { description }) })];
      }),
    ),
  );
}

const path = (base: string, names: readonly string[]): string =>
  [base, ...names.map((name) => `{${name}}`)].join("/");

/** Answers what was asked, at the mileage told. */
type AnswerLookup = (context: Context, asked: Asked, mileage: number | undefined) => Answer | Promise<Answer>;

function answerOf(family: Family, from: AnswerSource, compute: Compute | undefined): AnswerLookup {
  const { absence } = family;
  switch (from.kind) {
    case "record":
      return (context, asked) => answerRecord(context, from, asked, absence);
    case "history":
      return (context, asked) => answerHistory(context, from, asked, absence);
    case "plate":
      return (context, asked) => answerPlate(context, asked);
    case "decoder":
      return (context, asked) => answerDecode(context, from.answer, asked);
    case "computed":
      if (!compute) throw new Error(`computed.ts lists no function for ${family.base}`);
      return (context, asked, mileage) => answerComputed(context, family, from, compute, asked, mileage);
  }
}

function lookupEndpoint(
  api: LookupApi,
  family: Family,
  from: AnswerSource,
  naming: VehicleNaming,
  answer: AnswerLookup,
): Operation {
  const { base, mileage } = family;
  const { id, by, told, params } = forms[naming];
  const example = examplesOf(api).mileage;
  const odometer = parameter.mileage.optional().meta({ example, description: "Miles on the odometer." });
  // The first operation of the service has kept the name it was released under.
  const operation = api.id === "vin-decoder" ? "decodeVin" : `get${family.noun}${id}`;
  return {
    id: operation,
    method: "GET",
    path: path(base, params),
    tag: family.tag,
    summary: `${family.title} by ${by}`,
    // What only decodes a VIN has no record to meet it.
    description: [family.description, ...(from.kind === "decoder" ? [] : [told])].filter(Boolean).join(" "),
    audience: "key",
    params: paramsOf(api, params, naming === "any-vin" ? parameter.anyVin : parameter.vin),
    ...(mileage && { query: z.object({ mileage: odometer }) }),
    ...(family.response && { response: family.response }),
    errors: from.kind === "decoder" ? ["vehicle_not_found"] : ["vehicle_not_found", "record_not_found"],
    ...(family.extensions?.includes(naming) && { extension: true as const }),
    lookup: { api: api.id, cost: 1 },
    handle(context: Context, call: Call): Answer | Promise<Answer> {
      const asked = askedOf(naming, call.params as Params);
      const miles = (call.query as { mileage?: string } | undefined)?.mileage;
      return answer(context, asked, miles === undefined ? undefined : parameter.milesOf(miles));
    },
  };
}

function selectorEndpoint(api: LookupApi, family: Family, selector: Selector, step: SelectorStep): Operation {
  const { id, lists, params } = steps[step];
  return {
    id: `list${family.noun}${id}`,
    method: "GET",
    path: path(`${selector.base}/${step}`, params),
    tag: selector.tag,
    summary: `The ${lists} that can be looked up`,
    description: "A selector: what the next step can answer. It costs no credit.",
    audience: "key",
    ...(params.length > 0 && { params: paramsOf(api, params) }),
    response: Choices,
    errors: params.length > 0 ? ["vehicle_not_found", "record_not_found"] : ["record_not_found"],
    ...(selector.extensions?.includes(step) && { extension: true as const }),
    lookup: { api: api.id, cost: 0, options: true },
    handle: (context, call) =>
      answerSelector(context, family, selector, params, (call.params as Params | undefined) ?? {}),
  };
}

/** The operations of an API: those of each family, its selectors first. */
export function operationsOf(
  api: LookupApi,
  computed: Readonly<Record<string, Compute>> = computedAnswers,
): readonly Operation[] {
  return api.families.flatMap((family) => {
    const { selector, from, namings } = family;
    const selectors = selector?.steps.map((step) => selectorEndpoint(api, family, selector, step)) ?? [];
    if (!from) return selectors;
    const answer = answerOf(family, from, computed[api.id]);
    return [...selectors, ...namings.map((naming) => lookupEndpoint(api, family, from, naming, answer))];
  });
}

/** The operations of every lookup, as the specification lists them. */
export const lookupEndpoints: readonly Operation[] = lookupApis.flatMap((api) => operationsOf(api));
