import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { shownUrl } from "../../base/redaction.ts";
import { withoutEnd } from "../../base/text/without-end.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { bytes, flag, initially, integer, json, orNull, text } from "../../entities/stored.ts";
import { type Row, Table } from "../../entities/table.ts";
import { shownAs, wireOf } from "../../entities/wire.ts";
import { type ApiError, notFound } from "../../http/errors.ts";
import { line, remark } from "../common/identifiers.ts";
import { auth, authNames, caCertificate, shownAuth } from "./apis-credentials.ts";
import { fallbackInput, fallbackOutput, shownFallback } from "./apis-fallback.ts";
import { backendUrl, sourceName, webUrl } from "./apis-url.ts";

const path = z
  .string()
  .max(200)
  .overwrite((given) => withoutEnd(given.replace(/^\/+/, ""), "/"))
  .regex(/^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/)
  .refine(
    (given) => !given.split("/").some((segment) => /^\.+$/.test(segment)),
    "must not contain dot segments",
  )
  .meta({ accepts: "^[/]*[A-Za-z0-9._~-]+(?:[/][A-Za-z0-9._~-]+)*[/]*$" });

const described = {
  name: z.string().regex(/^[a-z0-9-]{1,80}$/),
  display_name: line(200),
  path: path.describe("The path of the API, relative to the service's origin; unique."),
  description: remark(10_000),
  // An operator may name any host, its own network included. Connections must still refuse what no operator
  // can intend: link-local addresses, cloud metadata, redirects elsewhere.
  service_url: backendUrl
    .nullable()
    .describe("The http or https URL of the backend, without a query. Only operators see it."),
  ca_certificate: caCertificate,
  protocols: z
    .array(z.literal(["http", "https"]))
    .min(1)
    .max(2),
  subscription_required: z.boolean(),
  timeout_ms: z.int().min(1).max(600_000).nullable(),
  max_concurrent: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .describe("The calls that may be under way on a node; 100 if it is null. Further calls return 503."),
  request_max_bytes: z
    .int()
    .min(0)
    .max(2 ** 40)
    .nullable()
    .describe("The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413."),
  validate: z
    .boolean()
    .describe(
      "Whether calls that do not fit the API's document are refused. Without a document nothing is checked.",
    ),
  set_cookies: z.boolean().describe("Whether callers receive the cookies that the backend sets."),
  contact: z
    .strictObject({
      name: line(200).optional(),
      email: z.email().max(254).optional(),
      url: webUrl.optional(),
    })
    .nullable(),
  license: z.strictObject({ name: line(200), url: webUrl.optional() }).nullable(),
  terms_of_service_url: webUrl.nullable(),
};

/** What an operator decides about the upstream of a built-in API. */
export const upstreamPolicy = z.strictObject({
  source: sourceName
    .default("upstream")
    .describe("The name of the source, which `x-data-source` shows with the day of the answer."),
  keep_days: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .default(null)
    .describe("Days for which received records are kept and answered again. null keeps none."),
  on_failure: z
    .enum(["not_found", "unavailable"])
    .default("not_found")
    .describe("The answer if the upstream fails: the 404 of a lookup without a record, or 503."),
});

const upstream = upstreamPolicy
  .nullable()
  .describe(
    "Of a built-in API with a `service_url`: how its lookups request records that no dataset contains. Only operators see it.",
  );

const input = z.strictObject({ ...described, auth, fallback: fallbackInput });

export const ApiInput = input
  .partial()
  .required({ name: true, display_name: true, path: true })
  .meta({ id: "API-Input" });

export const ApiUpdate = input.extend({ upstream }).partial().meta({ id: "APIUpdate" });

export type ApiUpdate = z.output<typeof ApiUpdate>;

export const ApiOutput = z
  .object({
    id: z.string(),
    ...described,
    auth: authNames,
    fallback: fallbackOutput.describe("Another backend with the same paths. Only operators see it."),
    upstream,
    builtin: z
      .boolean()
      .describe("Built-in APIs are part of the program. Their name and path cannot change."),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "API-Output" });

export type ApiOutput = z.output<typeof ApiOutput>;

export type ApiRow = Row<typeof apis>;

const none = initially(orNull(text), null);
const unlimited = initially(orNull(integer), null);
const noBytes = initially(orNull(bytes), null);

export const apis = new Table({
  name: "api",
  as: "api",
  key: ["id"],
  members: {
    id: text,
    name: text,
    displayName: text,
    path: text,
    description: initially(text, ""),
    serviceUrl: none,
    protocols: initially(json<ApiOutput["protocols"]>(), ["http", "https"]),
    subscriptionRequired: initially(flag, true),
    authHeader: none,
    authNames: none,
    authSealed: noBytes,
    caCertificate: none,
    fallback: none,
    fallbackSealed: noBytes,
    timeoutMs: unlimited,
    maxConcurrent: unlimited,
    requestMaxBytes: unlimited,
    validates: initially(flag, false),
    setCookies: initially(flag, false),
    upstream: initially(orNull(json<NonNullable<ApiOutput["upstream"]>>()), null),
    contact: initially(orNull(json<NonNullable<ApiOutput["contact"]>>()), null),
    license: initially(orNull(json<NonNullable<ApiOutput["license"]>>()), null),
    termsOfServiceUrl: none,
    builtin: initially(flag, false),
    createdAt: integer,
    updatedAt: integer,
  },
  fixed: ["builtin", "createdAt"],
});

/** Customers see the APIs of published products. */
export function visibleApis(operator: boolean): Sql {
  if (operator) return sql`1 = 1`;
  return sql`exists (select 1 from product_api pa join product p on p.id = pa.product_id
    where pa.api_id = api.id and p.state = 'published')`;
}

export function apiNotFound(id: string): ApiError {
  return notFound(`API ${id} not found.`);
}

/** Locks an API's row until the transaction ends. */
export const lockApi = (tx: Queries, id: string): Promise<ApiRow | undefined> => apis.lock(tx, id);

/** An API as it is shown: never with its backend's credentials, and with its address for operators only. */
export function toApi(row: ApiRow, operator: boolean): ApiOutput {
  return shownAs(ApiOutput, {
    ...wireOf(row),
    service_url: operator && row.serviceUrl !== null ? shownUrl(row.serviceUrl) : null,
    ca_certificate: operator ? row.caCertificate : null,
    validate: row.validates,
    auth: operator ? shownAuth(row) : null,
    fallback: operator ? shownFallback(row) : null,
    upstream: operator ? row.upstream : null,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  });
}
