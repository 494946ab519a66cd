import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { exposedHeaders } from "../../http/reply.ts";
import { type EnforcedPolicy, enforcedPolicy } from "./enforced.ts";

type Headers = Readonly<Record<string, string>>;

const anyRequestHeaders = ["content-type", "idempotency-key", "if-none-match", "x-request-id", "traceparent"];
const lookupRequestHeaders = ["x-authkey", "x-repeat-of", "want-receipt", ...anyRequestHeaders];
const managementRequestHeaders = [
  "authorization",
  "api-key",
  "x-authkey",
  "if-match",
  ...anyRequestHeaders,
].join(", ");
// Short, because browsers use a kept answer after the policy has changed.
const preflightSeconds = 600;

/** Scripts of any origin may read. The service takes no cookies, so this exposes nothing. */
export const openCors: Headers = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders,
};

/** Headers of responses with data of an account; responses with an ETag have their own. */
export const accountCaching: Headers = { "cache-control": "private, no-store" };

/** Headers of every response to an operation that needs a credential. */
export const accountHeaders: Headers = { ...openCors, ...accountCaching };

/** Every answer to a lookup is private to its caller; shared caches must distinguish callers. */
const ofLookups: Headers = { "cache-control": "private", vary: "x-AuthKey, Origin" };
const ofOpenLookups: Headers = { ...ofLookups, "access-control-allow-origin": "*" };
const ofScripts: Headers = { ...ofLookups, ...openCors };

type Rule = EnforcedPolicy["cors"];

function isOpen(cors: Rule): boolean {
  return !cors || cors.origins.includes("*");
}

function admits(cors: Rule, origin: string | null): boolean {
  return isOpen(cors) || (origin !== null && cors!.origins.includes(origin.toLowerCase()));
}

/**
 * The headers of every answer to a lookup: its caching, and whether scripts of an origin may read it under its product's
 * policy. Equal headers are one object.
 */
export function lookupHeaders({ cors }: EnforcedPolicy, origin: string | null): Headers {
  // Only scripts need the list of readable headers.
  if (isOpen(cors)) return origin === null ? ofOpenLookups : ofScripts;
  if (!admits(cors, origin)) return ofLookups;
  return { ...ofScripts, "access-control-allow-origin": origin ?? "" };
}

/** The headers of a preflight of a path without lookups, with these methods, and with headers of its own. */
export function managementPreflight(methods: string, own: readonly string[] = []): Headers {
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methods,
    "access-control-allow-headers": [managementRequestHeaders, ...own].join(", "),
    "access-control-max-age": String(preflightSeconds),
  };
}

/**
 * The headers of a preflight of a lookup. It carries no key, so what any product with the API admits is admitted. An API in no
 * product is open to subscriptions of all APIs, which have no policy.
 */
export async function preflightHeaders(
  db: Queries,
  api: string,
  methods: readonly string[],
  origin: string | null,
): Promise<Headers> {
  const rows = await db.all<{ policy: string }>(sql`
    select p.policy from product_api pa join product p on p.id = pa.product_id where pa.api_id = ${api}`);
  const rules = rows.length === 0 ? [undefined] : rows.map((row) => enforcedPolicy(row.policy).cors);
  const admitting = rules.filter((cors) => admits(cors, origin));
  if (admitting.length === 0) return { vary: "Origin" };
  const open = rules.some(isOpen);
  const allowed = methods.filter((method) =>
    admitting.some((cors) => !cors?.methods || cors.methods.some((one) => one === method)),
  );
  const headers = admitting.flatMap((cors) => cors?.headers ?? []).map((name) => name.toLowerCase());
  return {
    "access-control-allow-origin": open ? "*" : (origin ?? ""),
    "access-control-allow-methods": allowed.join(", "),
    "access-control-allow-headers": [...new Set([...lookupRequestHeaders, ...headers])].join(", "),
    "access-control-max-age": String(preflightSeconds),
    ...(!open && { vary: "Origin" }),
  };
}
