import { z } from "zod";
import { requireActive } from "../../access/keys/key-access.ts";
import { managementPreflight, preflightHeaders } from "../../access/policy/cors.ts";
import { isoTime } from "../../base/clock.ts";
import { apiVersion, serviceName } from "../../base/version.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { testHeader } from "../../calls/metered-request.ts";
import { sql } from "../../database/sql.ts";
import { isOperator } from "../../http/caller.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { ApiError, notFound } from "../../http/errors.ts";
import { allowedMethods, operationsAt } from "../../http/paths.ts";
import { readCredits } from "../../metering/credits/credits.ts";
import { mailerOf } from "../../running/account-ports.ts";
import { operatorOf } from "../../running/brand.ts";
import { Credits } from "../subscriptions/subscription-resource.ts";
import { checkHealth, dataVersions, waitingSingleCalls, whyNotReady } from "./health.ts";
import { SingleCalls } from "./system-record.ts";

const status = z.object({ status: z.string() });

export const platformEndpoints = [
  endpoint({
    id: "getHealth",
    method: "GET",
    path: "/health",
    tag: "Platform",
    summary: "Check whether the service is healthy",
    description:
      "Returns 503 with the progress while the service starts, and 503 if a check is not `ok`. `database`: `unavailable`, `read failed` or `damaged`; `decoder`: `starting` or `failed`; `disk`: `below the reserve` of VINGATE_DISK_RESERVE or `full`; `journal`: `not writable`, `full` if too many calls are not yet applied to the database, or `damaged`; `clickhouse`, if it keeps single calls: `unavailable`, `behind`, or `full` if so many calls wait for it that calls are refused. Operators also get the versions of the data, and the calls that wait for ClickHouse.",
    audience: "optional",
    response: z.object({
      status: z.literal("ok"),
      checks: z.record(z.string(), z.string()),
      versions: z
        .record(z.string(), z.string())
        .optional()
        .describe(
          "For operators: the versions of the VIN decoder's data and of each family's dataset, as in `x-data-source`.",
        ),
      single_calls: SingleCalls.optional(),
    }),
    head: true,
    errors: ["unavailable"],
    handle: getHealth,
  }),
  endpoint({
    id: "getLiveness",
    method: "GET",
    path: "/livez",
    tag: "Platform",
    summary: "Check whether the process runs; no other part can make it fail",
    audience: "none",
    response: status,
    head: true,
    extension: true,
    handle: () => json({ status: "ok" }),
  }),
  endpoint({
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Platform",
    summary: "Check whether this process can serve lookups; returns 503 with the reason if not",
    audience: "none",
    response: status,
    head: true,
    extension: true,
    errors: ["unavailable"],
    handle: getReadiness,
  }),
  endpoint({
    id: "getAcmeChallenge",
    method: "GET",
    path: "/.well-known/acme-challenge/{token}",
    tag: "Platform",
    summary: "Respond to an ACME HTTP-01 challenge",
    description: "`vingate acme put` stores the key authorization that this operation returns.",
    audience: "none",
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/) }),
    types: ["text/plain"],
    errors: ["not_found"],
    handle: getAcmeChallenge,
  }),
  endpoint({
    id: "getOptions",
    method: "OPTIONS",
    path: "/{path}",
    tag: "Platform",
    summary: "List the methods of any path; responds to CORS preflights",
    audience: "none",
    params: z.object({ path: z.string() }),
    headers: z.object({ origin: z.string().optional() }),
    response: z.object({}),
    handle: getOptions,
  }),
  endpoint({
    id: "getRoot",
    method: "GET",
    path: "/",
    tag: "Platform",
    summary: "Read the subscription of a key and its remaining credits; free of charge",
    audience: "none",
    headers: z.object({ "api-key": z.string() }),
    response: z.object({
      service: z.string(),
      version: z.string(),
      subscription_id: z.string(),
      credits: Credits,
      links: z.record(z.string(), z.url()),
    }),
    errors: ["invalid_credential", "subscription_inactive"],
    head: true,
    browserPage: "/console",
    start: {
      link: '</openapi.json>; rel="service-desc"; type="application/json", </llms.txt>; rel="service-doc"; type="text/plain", </mcp>; rel="related"',
      links: linksOf,
    },
    readsUsage: true,
    handle: getRoot,
  }),
  endpoint({
    id: "getIdentity",
    method: "GET",
    path: "/identity",
    tag: "Platform",
    summary: "Identify this service, and get the public client token for sign-up and sign-in",
    audience: "none",
    response: z.object({
      service: z.string(),
      version: z.string(),
      build: z.string(),
      instance: z.string(),
      time: z.iso.datetime(),
      sign_up: z.enum(["open", "closed"]),
      client_token: z.string(),
      mail: z.boolean().describe("Whether the service sends mail, such as links for forgotten passwords."),
      operator: z
        .object({
          name: z.string().nullable(),
          email: z.string().nullable(),
          url: z.string().nullable().describe("A help page, or a mailbox as a mailto URL."),
        })
        .nullable()
        .describe(
          "Who operates the service, as far as the brand and the settings say; null if they say nothing.",
        ),
      links: z.record(z.string(), z.url()),
    }),
    handle: getIdentity,
  }),
];

function linksOf(publicUrl: string): Record<string, string> {
  return {
    openapi: `${publicUrl}/openapi.json`,
    errors: `${publicUrl}/docs/errors`,
    sign_up: `${publicUrl}/auth/signup`,
  };
}

async function getHealth(context: Context, { caller }: Call) {
  const checks = await checkHealth(context);
  const waiting = isOperator(caller) ? waitingSingleCalls(context) : null;
  const singleCalls = waiting && { single_calls: waiting };
  if (Object.values(checks).every((check) => check === "ok")) {
    const versions = isOperator(caller) ? await dataVersions(context) : undefined;
    return json({ status: "ok", checks, ...(versions && { versions }), ...singleCalls });
  }
  const body =
    checks.decoder === "starting"
      ? { status: "starting", progress: context.vinPack.progress ?? null }
      : { status: "unhealthy", checks, ...singleCalls };
  return { ...json(body), status: 503 as const };
}

async function getReadiness(context: Context) {
  const reason = await whyNotReady(context);
  if (reason) throw new ApiError("unavailable", reason, { probe: true });
  return json({ status: "ok" });
}

async function getAcmeChallenge(context: Context, call: Call<{ token: string }>) {
  const row = await context.database.get<{ key_authorization: string }>(
    sql`select key_authorization from acme_challenge where token = ${call.params.token}`,
  );
  if (!row) throw notFound("No challenge with this token is stored.");
  return { body: row.key_authorization, type: "text/plain; charset=utf-8" };
}

/** What an upstream may be sent. */
const forwardedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

async function getOptions(
  context: Context,
  call: Call<{ path: string }, unknown, { origin?: string | undefined }>,
) {
  const found = operationsAt(context.operations, call.params.path);
  const registered = found.length === 0 ? context.forwarding.apiAt(call.params.path) : undefined;
  const allow = registered === undefined ? allowedMethods(found) : forwardedMethods;
  const api = registered ?? found.find((one) => one.lookup)?.lookup?.api;
  const own = found.flatMap((one) => (one.answers === "protocol" ? one.requestHeaders : []));
  if (api === undefined) return json({}, { allow, ...managementPreflight(allow, own) });
  const { database } = context;
  const preflight = await preflightHeaders(database, api, allow.split(", "), call.headers.origin ?? null);
  return json({}, { allow, ...preflight });
}

async function getRoot(context: Context, call: Call<unknown, unknown, { "api-key": string }>) {
  const access = await context.identity.keys.find(call.headers["api-key"], call.via);
  requireActive(access, context.clock());
  const { subscriptionId } = access.caller;
  return json(
    {
      service: serviceName,
      version: apiVersion,
      subscription_id: subscriptionId,
      credits: await readCredits(context.database, subscriptionId),
      links: linksOf(context.config.publicUrl),
    },
    access.isTest ? testHeader : undefined,
  );
}

async function getIdentity(context: Context) {
  return json({
    service: serviceName,
    version: apiVersion,
    build: context.process.build,
    instance: context.process.instance,
    time: isoTime(context.clock()),
    sign_up: context.config.signup,
    client_token: context.identity.clientToken,
    mail: mailerOf(context) !== undefined,
    operator: await operatorOf(context),
    links: linksOf(context.config.publicUrl),
  });
}
