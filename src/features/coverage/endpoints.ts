import { z } from "zod";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import { requireKeyAccess, testHeader } from "../../calls/metered-request.ts";
import { creditsLeft, requirePreviewRate } from "../../calls/several/preview.ts";
import { testLookup } from "../../calls/test-keys/test-context.ts";
import { type Call, json, noStore } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import { answer, listOf, text } from "../../vehicles/families/answer-schemas.ts";
import { exampleNames, exampleVin } from "../../vehicles/families/examples.ts";
import { decoderOf, withOnePack } from "../../vehicles/lookups/decoder.ts";
import * as parameter from "../../vehicles/lookups/names/parameters.ts";
import type { Params } from "../../vehicles/lookups/names/vehicle-query.ts";
import { currentDatasets } from "../../vehicles/lookups/records/datasets.ts";
import { type Means, previewLookups } from "./preview-lookups.ts";

const credits = z.int().min(0);
const nullable = text.nullable();

const Lookup = z.object({
  api: text.describe("The API's ID."),
  name: text.describe("The API's name."),
  operation: text.describe("The operation's ID."),
  path: text.describe("The path and query of the lookup."),
  outcome: z
    .enum(["found", "not_found", "may_answer", "not_allowed", "no_credits", "invalid", "unavailable"])
    .describe(
      "`found`: it has an answer. `not_found`: it has none. `may_answer`: it has none here, and the operator's upstream, which the preview does not ask, may have one. `not_allowed`: the key may not call it. `no_credits`: the credits do not pay for it, and whether it has an answer is not shown. `invalid`: it does not take such a VIN or plate. `unavailable`: it cannot tell now.",
    ),
  status: z
    .int()
    .nullable()
    .describe("The status that the lookup would have now; null if an upstream decides."),
  code: nullable.describe("The code of the error that the lookup would return now; null without one."),
  detail: nullable.describe("The detail of that error."),
  price: credits.describe("The credits of an answer under the key's plan."),
  credits: credits.describe(
    "The credits that the lookup would cost now: 0 for what is refused, and for a 404 unless the plan charges for it; the price if an upstream may answer.",
  ),
  kind: z
    .enum(["records", "decoder", "computed", "upstream"])
    .describe(
      "Where the answer comes from: stored records, the VIN decoder, a computation, or an upstream of the operator.",
    ),
  source: nullable.describe("`x-data-source` of the answer; null without one."),
  match: nullable.describe("`x-match` of the answer; null without one."),
  synthetic: z.boolean().describe("Whether the answer is made of synthetic records of the demo set."),
  datasets: listOf(
    "The datasets that the answer is made of; without an answer, those that were searched.",
    z.object({
      family: text.describe("The family of records."),
      name: text.describe("The dataset's name."),
      version: text.describe("The dataset's version."),
      records: z.int().describe("The number of records."),
      loaded_at: z.iso.datetime().describe("When it was imported."),
      synthetic: z.boolean().describe("Whether it is the demo set."),
    }),
  ),
});

const Coverage = answer(
  "Coverage",
  z.object({
    lookups: listOf("Every lookup that takes what was given, in the order of the reference.", Lookup),
    credits: credits.describe("The sum of what the lookups would cost now."),
    credits_remaining: credits.nullable().describe("The subscription's credits; null if unlimited."),
    quota_used_up: z
      .boolean()
      .describe("Whether the plan's quota is known to be used up: lookups return 429."),
    vin_data: text.describe("The release of vPIC that VINs are decoded with."),
  }),
);

const about = [
  "Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit.",
  "Each lookup is tried by its own code; the operator's upstreams are not asked.",
].join(" ");

const common = {
  method: "GET",
  tag: "Coverage",
  audience: "key",
  response: Coverage,
  errors: ["forbidden", "subscription_inactive", "ip_not_allowed", "rate_limited", "unavailable"],
  extension: true,
} as const;

const nameParameter = (example: string, description: string) =>
  parameter.nameText.optional().meta({ example, description });

const Vehicle = z.object({
  year: parameter.year.meta({ example: exampleNames.year, description: "The model year." }),
  make: parameter.nameText.meta({ example: exampleNames.make, description: "The make." }),
  model: parameter.nameText.meta({ example: exampleNames.model, description: "The model." }),
  trim: nameParameter("EX", "The trim: adds the lookups that take one."),
  extra_trim: nameParameter("AWD", "A variant of the trim."),
  category: nameParameter("Brakes", "A category of parts."),
  subcategory: nameParameter("Front Brakes", "A subcategory of parts."),
});

/** What lookups would answer and cost. */
export const coverageEndpoints: readonly Operation[] = [
  endpoint({
    ...common,
    id: "getCoverage",
    path: "/coverage/{vin}",
    summary: "What is known of a VIN, from which data, and what each lookup would cost",
    description: about,
    params: z.object({
      vin: parameter.anyVin.meta({
        example: exampleVin,
        description: "A VIN in any form that lookups take.",
      }),
    }),
    query: z.object({
      year: parameter.decodedYear.optional().meta({
        example: exampleNames.year,
        description: "The model year, where it is known.",
      }),
    }),
    handle: (context, call) =>
      answerCoverage(
        context,
        call,
        call.params,
        call.query.year === undefined ? {} : { year: call.query.year },
      ),
  }),
  endpoint({
    ...common,
    id: "getVehicleCoverage",
    path: "/coverage/vehicle",
    summary: "What is known of a year, make and model, from which data, and what each lookup would cost",
    description: `${about} Lookups that need a trim or a category are listed if these are given.`,
    query: Vehicle,
    handle: (context, call) => answerCoverage(context, call, textsOf(call.query)),
  }),
  endpoint({
    ...common,
    id: "getPlateCoverage",
    path: "/coverage/plate/{state}/{plate}",
    summary: "What is known of a license plate, from which data, and what each lookup would cost",
    description: about,
    params: z.object({
      state: parameter.stateOrCountry.meta({
        example: "CA",
        description: "A U.S. state's two letters, or a country's ISO 3166-1 code.",
      }),
      plate: parameter.plate.meta({ example: "DEMO123", description: "The license plate." }),
    }),
    handle: (context, call) => {
      const { state, plate } = call.params;
      return answerCoverage(context, call, { state, license_plate: plate, license: plate });
    },
  }),
];

function textsOf(values: z.output<typeof Vehicle>): Params {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

async function answerCoverage(context: Context, call: Call, given: Params, query: Params = {}) {
  const { limits, clock } = context;
  const access = await requireKeyAccess(context, call);
  const { policy } = access;
  if (!policy.showsCoverage)
    throw forbidden("Your plan does not include coverage. Call the lookups themselves.");
  const { subscriptionId } = access.caller;
  const now = clock();
  const headers: Record<string, string> = access.isTest ? { ...noStore, ...testHeader } : { ...noStore };
  const { quota } = policy;
  await requirePreviewRate(context, access, headers);
  const means: Means = {
    credits: await creditsLeft(context, subscriptionId),
    quotaUsedUp: quota !== undefined && limits.quotas.usedUp(subscriptionId, quota, now),
  };
  const one = withOnePack(access.isTest ? await testLookup(context, given) : context);
  const datasets = await currentDatasets(one.database);
  const covered = await previewLookups({ context: one, call, access, means, datasets }, given, query);
  return json(
    {
      status: "success",
      data: {
        lookups: covered,
        credits: covered.reduce((sum, lookup) => sum + lookup.credits, 0),
        credits_remaining: means.credits ?? null,
        quota_used_up: means.quotaUsedUp,
        vin_data: decoderOf(one).source,
      },
    },
    headers,
  );
}
