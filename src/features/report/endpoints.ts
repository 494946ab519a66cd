import { z } from "zod";
import { covers } from "../../access/keys/key-access.ts";
import { requireIdempotencyKey } from "../../calls/change.ts";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import { requireKeyAccess, testHeader } from "../../calls/metered-request.ts";
import { creditsLeft, requirePreviewRate } from "../../calls/several/preview.ts";
import { type Call, json, noStore } from "../../http/endpoint.ts";
import { answer } from "../../vehicles/families/answer-schemas.ts";
import { exampleNames, exampleVin } from "../../vehicles/families/examples.ts";
import * as parameter from "../../vehicles/lookups/names/parameters.ts";
import type { Params } from "../../vehicles/lookups/names/vehicle-query.ts";
import { batchEndpoint } from "./batch.ts";
import { Report, ReportPrice, reportFamilies } from "./families.ts";
import { type ReportRequest, readFamilies } from "./plan.ts";
import { Reports } from "./reports.ts";

const VehicleReport = answer("VehicleReport", Report);
const Price = answer("VehicleReportPrice", ReportPrice);

/** The query of reports; `extra` by the way to name the vehicle. */
const common = {
  families: z
    .string()
    .min(1)
    .optional()
    .meta({
      example: "vin-decoder,open-recall,lien",
      description: `The parts, by their API, with commas between them: ${[...reportFamilies.keys()].join(", ")}. By default all that the plan includes and the vehicle fits, without older names of others.`,
    }),
  mileage: parameter.mileage.optional().meta({ example: "51,000", description: "Miles on the odometer." }),
};

const named = (example: string, description: string) =>
  parameter.nameText.optional().meta({ example, description });

const parts = {
  trim: named("EX", "The trim, in place of the one that the VIN decides on."),
  category: named("Brakes", "A category of parts, for `oem-parts`."),
  subcategory: named("Front Brakes", "A subcategory of parts, for `oem-parts`."),
};

/** A way to name the vehicle of a report. */
interface Form {
  readonly id: string;
  readonly path: string;
  readonly by: string;
  readonly note: string;
  readonly params?: z.ZodObject;
  readonly query: z.ZodObject;
}

const forms: readonly Form[] = [
  {
    id: "Report",
    path: "/report/{vin}",
    by: "a VIN",
    note: "The VIN is resolved once to year, make, model and trim for the families that take names.",
    params: z.object({
      vin: parameter.anyVin.meta({
        example: exampleVin,
        description: "A VIN in any form that lookups take.",
      }),
    }),
    query: z.object({
      ...common,
      year: parameter.decodedYear.optional().meta({
        example: exampleNames.year,
        description: "The model year, where it is known.",
      }),
      ...parts,
    }),
  },
  {
    id: "VehicleReport",
    path: "/report/vehicle",
    by: "a year, make and model",
    note: "Families that take VINs alone are no parts.",
    query: z.object({
      ...common,
      year: parameter.year.meta({ example: exampleNames.year, description: "The model year." }),
      make: parameter.nameText.meta({ example: exampleNames.make, description: "The make." }),
      model: parameter.nameText.meta({ example: exampleNames.model, description: "The model." }),
      ...parts,
      trim: named("EX", "The trim: adds the families that take one."),
    }),
  },
  {
    id: "PlateReport",
    path: "/report/plate/{state}/{plate}",
    by: "a license plate",
    note: "Families that take plates are parts.",
    params: z.object({
      state: parameter.stateOrCountry.meta({
        example: "CA",
        description: "The state, two letters, or the country's ISO code, such as NLD.",
      }),
      plate: parameter.plate.meta({ example: "DEMO123", description: "The license plate." }),
    }),
    query: z.object({ families: common.families }),
  },
];

const errors = ["ip_not_allowed", "subscription_inactive", "rate_limited"] as const;

function reportEndpoint({ id, path, by, note, params, query }: Form): Operation {
  return endpoint({
    id: `get${id}`,
    method: "GET",
    path,
    tag: "Reports of vehicles",
    summary: `Several lookups of ${by} as one typed answer`,
    description: [
      note,
      "Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report.",
      "A part that fails has its error, and costs what its lookup would have cost.",
      "With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key.",
    ].join(" "),
    audience: "key",
    ...(params && { params }),
    query,
    response: VehicleReport,
    errors,
    extension: true,
    callsLookups: true,
    handle: answerReport,
  });
}

function priceEndpoint({ id, path, by, params, query }: Form): Operation {
  return endpoint({
    id: `get${id}Price`,
    method: "GET",
    path: `${path}/price`,
    tag: "Reports of vehicles",
    summary: `What a report of ${by} can cost at most`,
    description:
      "Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer.",
    audience: "key",
    ...(params && { params }),
    query,
    response: Price,
    errors,
    extension: true,
    handle: answerPrice,
  });
}

/** Reports, their prices, and those of many VINs. */
export const reportEndpoints: readonly Operation[] = [
  ...forms.flatMap((form) => [reportEndpoint(form), priceEndpoint(form)]),
  batchEndpoint,
];

function requestOf({ params, sentParams, query }: Call): ReportRequest {
  const { families, ...rest } = query as Params;
  const { plate, ...path } = (params ?? {}) as Params;
  const entries = Object.entries({ ...rest, ...path, ...(plate && { license_plate: plate }) });
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return { given, sentVin: sentParams?.vin, families: readFamilies(families) };
}

async function answerReport(context: Context, call: Call) {
  const request = requestOf(call);
  const access = await requireKeyAccess(context, call);
  const header = call.sentHeaders.get("idempotency-key");
  const onceKey = header === null ? undefined : requireIdempotencyKey(header);
  const reports = await Reports.open(context, call, access);
  const data = await reports.make(access, request, { onceKey });
  return json(
    { status: "success", data },
    {
      ...noStore,
      ...(access.isTest && testHeader),
      // That of its calls.
      "x-request-id": data.request_id,
      "x-credits-charged": String(data.credits_charged),
      "x-credits-remaining": String(data.credits_remaining ?? "unlimited"),
    },
  );
}

async function answerPrice(context: Context, call: Call) {
  const request = requestOf(call);
  const access = await requireKeyAccess(context, call);
  const headers: Record<string, string> = access.isTest ? { ...noStore, ...testHeader } : { ...noStore };
  await requirePreviewRate(context, access, headers);
  const reports = await Reports.open(context, call, access);
  const { parts } = await reports.plan(access, request);
  const prices = parts.map(({ family, lookup }) => {
    const operation = lookup?.operation;
    const isAllowed = operation !== undefined && covers(access, family.id);
    const vin = lookup?.names.includes("vin") ? request.given.vin : undefined;
    const credits = isAllowed ? access.policy.costOf(operation.lookup, operation.id, vin) : 0;
    return [family.id, { operation: operation?.id ?? null, credits }] as const;
  });
  const data = {
    parts: Object.fromEntries(prices),
    credits_max: prices.reduce((sum, [, { credits }]) => sum + credits, 0),
    credits_remaining: (await creditsLeft(context, access.caller.subscriptionId)) ?? null,
  };
  return json({ status: "success", data }, headers);
}
