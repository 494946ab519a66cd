import { z } from "zod";
import type { Context, Operation } from "../../calls/context.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { Choices } from "../families/answer-schemas.ts";
import type { Market } from "../families/apis/recalls-abroad.ts";
import { canAsk } from "../families/asks-upstream.ts";
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
import { answerComputed } from "./answers/answer-computed.ts";
import { answerDecode } from "./answers/answer-decode.ts";
import { answerHistory } from "./answers/answer-history.ts";
import { answerPlate } from "./answers/answer-plate.ts";
import { answerRecord } from "./answers/answer-record.ts";
import { answerSelector } from "./answers/answer-selector.ts";
import { answerTypes } from "./answers/answer-types.ts";
import type { Compute } from "./computed/compute.ts";
import { computed as computedAnswers } from "./computed/computed.ts";
import { withOnePack } from "./decoder.ts";
import { namingForms, type QueryName, queryNames, stepForms } from "./forms.ts";
import * as parameter from "./names/parameters.ts";
import { type Params, type VehicleQuery, vehicleQueryOf } from "./names/vehicle-query.ts";
import { createElsewhere } from "./upstream/answer-elsewhere.ts";
import { decodeVersion, recordsVersion } from "./versions.ts";

const schemas: Readonly<Record<string, z.ZodType>> = {
  vin: parameter.vin,
  year: parameter.year,
  license_plate: parameter.plate,
  license: parameter.plate,
  state: parameter.state,
};

const plate = "The license plate; spaces and hyphens do not matter.";

const stateOrCountry =
  "A U.S. state's two letters, or a country's ISO 3166-1 code: three letters such as NLD or DNK, or two such as NL or DK where no state has them.";

const described: Readonly<Record<string, string>> = {
  vin: "Spaces, hyphens and lower case are accepted; other forms are repaired (`x-vin-read`).",
  year: "The model year, four digits.",
  make: "The make; case, accents, spaces and punctuation do not matter, and usual short names are known.",
  model: "The model, in any spelling.",
  trim: "The trim, in any spelling.",
  license_plate: plate,
  license: plate,
  state: "The state, two letters.",
  category: "The category of parts.",
  subcategory: "The subcategory of parts.",
  extra_trim: "A variant of the trim (body, cab or drive), or what follows the slash in a trim's own name.",
};

/** Parameters of some families that others read differently. */
interface OwnParameters {
  readonly vin?: z.ZodType;
  readonly state?: z.ZodType;
}

function paramsOf(api: LookupApi, names: readonly string[], own: OwnParameters = {}): z.ZodObject {
  const examples = examplesOf(api);
  return z.object(
    Object.fromEntries(
      names.map((name) => {
        const schema = own[name as keyof OwnParameters] ?? schemas[name] ?? parameter.nameText;
        const description = name === "state" && own.state ? stateOrCountry : described[name];
        return [name, schema.meta({ example: examples[name], ...(description && { description }) })];
      }),
    ),
  );
}

const path = (base: string, names: readonly string[]): string =>
  [base, ...names.map((name) => `{${name}}`)].join("/");

type AnswerLookup = (context: Context, vehicle: VehicleQuery, query: LookupQuery) => Answer | Promise<Answer>;

/** The query of a lookup as the schemas of `queryOf` leave it. */
interface LookupQuery {
  readonly year?: string;
  readonly mileage?: string;
  readonly market?: Market;
  readonly explain?: "true" | "false";
  readonly narrow?: "true" | "false";
}

function answerOf(family: Family, from: AnswerSource, compute: Compute | undefined): AnswerLookup {
  const { absence } = family;
  switch (from.kind) {
    case "record":
      return (context, vehicle) => answerRecord(withOnePack(context), from, vehicle, absence);
    case "history":
      return (context, vehicle) => answerHistory(withOnePack(context), from, vehicle, absence);
    case "plate":
      return (context, vehicle) => answerPlate(context, vehicle);
    case "types":
      return (context, vehicle) => answerTypes(context, from, vehicle, absence);
    case "decoder":
      return (context, vehicle, { explain }) =>
        answerDecode(context, from.answer, vehicle, explain === "true");
    case "computed":
      if (!compute) throw new Error(`computed.ts lists no function for ${family.base}`);
      return (context, vehicle, { mileage, market = "US", narrow }) =>
        answerComputed(withOnePack(context), family, from, compute, vehicle, {
          mileage: mileage === undefined ? undefined : parameter.milesOf(mileage),
          market,
          narrow: narrow === "true",
        });
  }
}

/** The schemas of a lookup's query. */
function queryOf(api: LookupApi, names: readonly QueryName[]): z.ZodObject | undefined {
  if (names.length === 0) return undefined;
  const examples = examplesOf(api);
  const all: Readonly<Record<QueryName, z.ZodType>> = {
    year: parameter.decodedYear.optional().meta({
      example: examples.year,
      description:
        "The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension.",
    }),
    mileage: parameter.mileage.optional().meta({
      example: examples.mileage,
      description: "Miles on the odometer.",
    }),
    market: parameter.market.optional().meta({
      example: "US",
      description:
        "The market whose campaigns are listed: US (NHTSA, the default), CA (Transport Canada), GB (DVSA) or EU (Safety Gate). Extension.",
    }),
    explain: parameter.flag.optional().meta({
      example: "true",
      description:
        "Whether the response explains each element: the deciding pattern, the discarded values, and the meaning of each position. Extension.",
    }),
    narrow: parameter.flag.optional().meta({
      example: "true",
      description:
        "Whether the response also has `narrowed`: the costs by what the VIN itself says, such as its engine. Extension.",
    }),
  };
  return z.object(Object.fromEntries(names.map((name) => [name, all[name]])));
}

/** The version of answers about one VIN. A computed one depends on more than its records. */
function versionOf({ kind, ...from }: AnswerSource, naming: VehicleNaming) {
  if (naming !== "vin" && naming !== "any-vin") return;
  if (kind === "decoder") return "answer" in from && from.answer === "basic" ? decodeVersion : recordsVersion;
  return kind === "record" || kind === "history" || kind === "types" ? recordsVersion : undefined;
}

function lookupEndpoint(
  api: LookupApi,
  family: Family,
  from: AnswerSource,
  naming: VehicleNaming,
  answer: AnswerLookup,
): Operation {
  const { base } = family;
  const { id, by, note, params } = namingForms[naming];
  const query = queryOf(api, queryNames(family, naming));
  const elsewhere = canAsk(family) ? createElsewhere(api.id, family, from, params) : undefined;
  const version = versionOf(from, naming);
  const versioned = version && elsewhere ? elsewhere.unlessAsking(version) : version;
  // The first operation of the service has kept the name it was released under.
  const operation = api.id === "vin-decoder" ? "decodeVin" : `get${family.noun}${id}`;
  return {
    id: operation,
    method: "GET",
    path: path(base, params),
    tag: family.tag,
    summary: `${family.title} by ${by}`,
    // What only decodes a VIN has no record to meet it.
    description: [family.description, ...(from.kind === "decoder" ? [] : [note])].filter(Boolean).join(" "),
    audience: "key",
    params: paramsOf(api, params, {
      ...(naming === "any-vin" && { vin: parameter.anyVin }),
      ...(family.places && { state: parameter.stateOrCountry }),
    }),
    ...(query && { query }),
    ...(family.response && { response: family.response }),
    errors: [
      "vehicle_not_found",
      ...(from.kind === "decoder" ? [] : ["record_not_found" as const]),
      ...(elsewhere ? ["upstream_unavailable" as const] : []),
    ],
    ...(elsewhere && { limits: { answerMs: elsewhere.answerMs } }),
    ...((api.extension || family.extensions?.includes(naming)) && { extension: true as const }),
    lookup: { api: api.id, cost: 1 },
    ...(versioned && { version: versioned }),
    handle(context: Context, call: Call): Answer | Promise<Answer> {
      const query = (call.query ?? {}) as LookupQuery;
      const { year } = query;
      const vehicle = vehicleQueryOf(
        naming,
        call.params as Params,
        year === undefined ? undefined : Number(year),
        call.sentParams?.vin,
      );
      const answered = answer(context, vehicle, query);
      return elsewhere ? elsewhere.orAsk(context, call, answered) : answered;
    },
  };
}

function selectorEndpoint(api: LookupApi, family: Family, selector: Selector, step: SelectorStep): Operation {
  const { id, lists, params } = stepForms[step];
  return {
    id: `list${family.noun}${id}`,
    method: "GET",
    path: path(`${selector.base}/${step}`, params),
    tag: selector.tag,
    summary: `List the ${lists}`,
    description: "A selector: lists what the next step accepts. It costs no credit.",
    audience: "key",
    ...(params.length > 0 && { params: paramsOf(api, params) }),
    response: Choices,
    errors: params.length > 0 ? ["vehicle_not_found", "record_not_found"] : ["record_not_found"],
    ...((api.extension || selector.extensions?.includes(step)) && { extension: true as const }),
    lookup: { api: api.id, cost: 0, options: true },
    handle: (context, call) =>
      answerSelector(
        withOnePack(context),
        family,
        selector,
        params,
        (call.params as Params | undefined) ?? {},
      ),
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
