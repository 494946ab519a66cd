import { z } from "zod";
import type { Context, Operation } from "../calls/context.ts";
import { Choices } from "../families/answers/shape.ts";
import { examplesOf } from "../families/examples.ts";
import { families } from "../families/families.ts";
import type { Family, From, Naming, Selector, Step } from "../families/family.ts";
import type { Answer, Call } from "../http/endpoint.ts";
import { answerComputed } from "./answers/answer-computed.ts";
import { answerDecode } from "./answers/answer-decode.ts";
import { answerHistory } from "./answers/answer-history.ts";
import { answerRecord } from "./answers/answer-record.ts";
import { type Asked, askedOf, type Params } from "./names/asked.ts";
import * as parameter from "./names/parameters.ts";
import { answerPlate } from "./names/plates.ts";
import { answerSelector } from "./names/selectors.ts";

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

const forms: Readonly<Record<Naming, Form>> = {
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

const steps: Readonly<Record<Step, StepForm>> = {
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

function paramsOf(api: string, names: readonly string[], vin: z.ZodType = parameter.vin): z.ZodObject {
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

function lookupEndpoint(family: Family, from: From, naming: Naming): Operation {
  const { api, base, mileage, absence } = family;
  const { id, by, told, params } = forms[naming];
  const example = examplesOf(api).mileage;
  const odometer = parameter.mileage.optional().meta({ example, description: "Miles on the odometer." });
  // The first operation of the service has kept the name it was released under.
  const operation = api === "vin-decoder" ? "decodeVin" : `get${family.noun}${id}`;
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
    lookup: { api, cost: 1 },
    handle(context: Context, call: Call): Answer | Promise<Answer> {
      const asked = askedOf(naming, call.params as Params);
      const miles = (call.query as { mileage?: string } | undefined)?.mileage;
      return answerFrom(
        context,
        from,
        asked,
        miles === undefined ? undefined : parameter.milesOf(miles),
        absence,
      );
    },
  };
}

function answerFrom(
  context: Context,
  from: From,
  asked: Asked,
  mileage: number | undefined,
  absence: string | undefined,
): Answer | Promise<Answer> {
  switch (from.kind) {
    case "record":
      return answerRecord(context, from, asked, absence);
    case "history":
      return answerHistory(context, from, asked, absence);
    case "plate":
      return answerPlate(context, asked);
    case "decoder":
      return answerDecode(context, from.answer, asked);
    case "computed":
      return answerComputed(context, from.by, asked, mileage, absence);
  }
}

function selectorEndpoint(family: Family, selector: Selector, step: Step): Operation {
  const { id, lists, params } = steps[step];
  return {
    id: `list${family.noun}${id}`,
    method: "GET",
    path: path(`${selector.base}/${step}`, params),
    tag: selector.tag,
    summary: `The ${lists} that can be looked up`,
    description: "A selector: what the next step can answer. It costs no credit.",
    audience: "key",
    ...(params.length > 0 && { params: paramsOf(family.api, params) }),
    response: Choices,
    errors: params.length > 0 ? ["vehicle_not_found", "record_not_found"] : ["record_not_found"],
    ...(selector.extensions?.includes(step) && { extension: true as const }),
    lookup: { api: family.api, cost: 0, options: true },
    handle: (context, call) =>
      answerSelector(context, family, selector, params, (call.params as Params | undefined) ?? {}),
  };
}

/** The operations of every family: selectors first, then the lookups, as the specification lists them. */
export const lookupEndpoints: readonly Operation[] = families.flatMap((family) => {
  const { selector, from } = family;
  const selectors = selector?.steps.map((step) => selectorEndpoint(family, selector, step)) ?? [];
  return [...selectors, ...(from ? family.named.map((naming) => lookupEndpoint(family, from, naming)) : [])];
});
