import type { z } from "zod";
import { type AuditContext, recordAudit } from "../../access/audit.ts";
import type { Vault } from "../../access/vault.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { builtinIds } from "./apis-builtin.ts";
import { authColumns, shownAuth } from "./apis-credentials.ts";
import { fallbackColumns, namedFallback, requireFirst } from "./apis-fallback.ts";
import { type ApiInput, type ApiRow, type ApiUpdate, toApi } from "./apis-record.ts";
import { requireCredentialsAgain } from "./credential-address.ts";

/** 409 if another API has the name or the path. */
export async function refusingDoubles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const field = error.columns.includes("path") ? "path" : "name";
    throw new ApiError("conflict", `Another API has this ${field}. Choose another.`);
  }
}

/** A registered API with only its required fields stated. */
export function newApi(id: string, body: z.output<typeof ApiInput>, now: number): ApiRow {
  return {
    id,
    name: body.name,
    display_name: body.display_name,
    path: body.path,
    description: "",
    service_url: null,
    protocols: '["http","https"]',
    subscription_required: 1,
    ca_certificate: null,
    auth_header: null,
    auth_names: null,
    auth_sealed: null,
    fallback: null,
    fallback_sealed: null,
    timeout_ms: null,
    max_concurrent: null,
    request_max_bytes: null,
    validates: 0,
    set_cookies: 0,
    upstream: null,
    contact: null,
    license: null,
    terms_of_service_url: null,
    builtin: 0,
    created_at: now,
    updated_at: now,
  };
}

/** The row with the body's fields; null empties a field, an absent field stays. */
export function changed(row: ApiRow, body: ApiUpdate, vault: Vault, now: number): ApiRow {
  const {
    auth,
    fallback,
    protocols,
    subscription_required,
    validate,
    set_cookies,
    contact,
    license,
    upstream,
    ...plain
  } = body;
  const text = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return {
    ...row,
    ...plain,
    ...(protocols && { protocols: JSON.stringify(protocols) }),
    ...(subscription_required !== undefined && { subscription_required: subscription_required ? 1 : 0 }),
    ...(validate !== undefined && { validates: validate ? 1 : 0 }),
    ...(set_cookies !== undefined && { set_cookies: set_cookies ? 1 : 0 }),
    ...(upstream !== undefined && { upstream: text(upstream) }),
    ...(contact !== undefined && { contact: text(contact) }),
    ...(license !== undefined && { license: text(license) }),
    ...(auth !== undefined && authColumns(auth, row.id, vault)),
    ...(fallback !== undefined && fallbackColumns(fallback, row, vault)),
    updated_at: now,
  } as ApiRow;
}

/** Throws `UniqueViolation` if another API has the name or the path. */
async function writeApi(tx: Queries, row: ApiRow): Promise<ApiRow> {
  const written = await tx.get<ApiRow>(sql`
    insert into api (id, name, display_name, path, description, service_url, protocols, subscription_required,
      auth_header, auth_names, auth_sealed, ca_certificate, fallback, fallback_sealed, timeout_ms, max_concurrent, request_max_bytes, validates, set_cookies, upstream,
      contact, license, terms_of_service_url, builtin, created_at, updated_at)
    values (${row.id}, ${row.name}, ${row.display_name}, ${row.path}, ${row.description}, ${row.service_url},
      ${row.protocols}, ${row.subscription_required}, ${row.auth_header}, ${row.auth_names}, ${row.auth_sealed},
      ${row.ca_certificate}, ${row.fallback}, ${row.fallback_sealed}, ${row.timeout_ms},
      ${row.max_concurrent}, ${row.request_max_bytes}, ${row.validates}, ${row.set_cookies}, ${row.upstream},
      ${row.contact}, ${row.license}, ${row.terms_of_service_url}, ${row.builtin}, ${row.created_at},
      ${row.updated_at})
    on conflict (id) do update set name = excluded.name, display_name = excluded.display_name,
      path = excluded.path, description = excluded.description, service_url = excluded.service_url,
      protocols = excluded.protocols, subscription_required = excluded.subscription_required,
      auth_header = excluded.auth_header, auth_names = excluded.auth_names, auth_sealed = excluded.auth_sealed,
      ca_certificate = excluded.ca_certificate, fallback = excluded.fallback,
      fallback_sealed = excluded.fallback_sealed, timeout_ms = excluded.timeout_ms,
      max_concurrent = excluded.max_concurrent, request_max_bytes = excluded.request_max_bytes,
      validates = excluded.validates, set_cookies = excluded.set_cookies, upstream = excluded.upstream,
      contact = excluded.contact, license = excluded.license,
      terms_of_service_url = excluded.terms_of_service_url, updated_at = excluded.updated_at
    returning *`);
  return written!;
}

/**
 * Writes a new or changed API, and its audit entry. Throws `UniqueViolation`, and 422 if a stored credential would go to
 * another address.
 */
export async function saveApi(
  tx: Queries,
  before: ApiRow | undefined,
  row: ApiRow,
  audit: AuditContext,
): Promise<ApiRow> {
  requireFirst(row);
  if (before) requireCredentialsAgain(before, row);
  const after = await writeApi(tx, row);
  await recordAudit(tx, {
    ...audit,
    action: before ? "api.update" : "api.create",
    object: `/apis/${row.id}`,
    ...(before && { before: audited(before) }),
    after: audited(after),
  });
  return after;
}

/** Deletes an API, which leaves all products. */
export async function removeApi(tx: Queries, before: ApiRow, audit: AuditContext): Promise<void> {
  await tx.run(sql`delete from product_api where api_id = ${before.id}`);
  await tx.run(sql`delete from api_document where api_id = ${before.id}`);
  await tx.run(sql`delete from api where id = ${before.id}`);
  const object = `/apis/${before.id}`;
  await recordAudit(tx, { ...audit, action: "api.delete", object, before: audited(before) });
}

/** 409 for the name of a built-in API, and for a path that the service itself serves. */
export function refuseTaken(
  operations: readonly Pick<Endpoint, "path">[],
  { name, path }: Pick<ApiUpdate, "name" | "path">,
): void {
  if (name !== undefined && builtinIds.has(name))
    throw new ApiError("conflict", `Another API has the name ${name}. Choose another.`);
  const first = path?.split("/")[0] ?? "";
  const own = operations.some((one) => one.path.split("/")[1] === first);
  if (path !== undefined && (own || builtinIds.has(first)))
    throw new ApiError("conflict", `/${first} is a path of the service itself. Choose another path.`);
}

/** An API as the audit log records it: the names of its credentials, never their values. */
function audited(row: ApiRow): object {
  return { ...toApi(row, true), auth: shownAuth(row), fallback: namedFallback(row) };
}
