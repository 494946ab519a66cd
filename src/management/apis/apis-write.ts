import type { z } from "zod";
import { type AuditContext, recordAudit } from "../../access/audit.ts";
import type { Vault } from "../../access/vault.ts";
import type { Queries } from "../../database/database.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { membersOf } from "../../entities/wire.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";
import { builtinIds } from "./apis-builtin.ts";
import { authColumns } from "./apis-credentials.ts";
import { fallbackColumns, namedFallback, requireFirst } from "./apis-fallback.ts";
import { type ApiInput, type ApiRow, type ApiUpdate, apis, toApi } from "./apis-record.ts";
import { requireCredentialsAgain } from "./credential-address.ts";

/** 409 if another API has the name or the path. */
export async function refusingDoubles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const field = error.columns.includes("path") ? "path" : "name";
    throw conflict(`Another API has this ${field}. Choose another.`);
  }
}

/** A registered API with only its required fields stated. */
export const newApi = (
  id: string,
  { name, display_name: displayName, path }: z.output<typeof ApiInput>,
  now: number,
): ApiRow => apis.row({ id, name, displayName, path, createdAt: now, updatedAt: now });

/** The row with the body's fields; null empties a field, an absent field stays. */
export function changed(row: ApiRow, body: ApiUpdate, vault: Vault, now: number): ApiRow {
  const { auth, fallback, validate, ...plain } = body;
  return {
    ...row,
    ...membersOf(plain),
    ...(validate !== undefined && { validates: validate }),
    ...(auth !== undefined && authColumns(auth, row.id, vault)),
    ...(fallback !== undefined && fallbackColumns(fallback, row, vault)),
    updatedAt: now,
  } as ApiRow;
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
): Promise<void> {
  requireFirst(row);
  if (before) requireCredentialsAgain(before, row);
  await apis.put(tx, [row]);
  if (before) await dropMappings(tx, before, row);
  await recordAudit(tx, {
    ...audit,
    action: before ? "api.update" : "api.create",
    object: `/apis/${row.id}`,
    ...(before && { before: audited(before) }),
    after: audited(row),
  });
}

/** Deletes the mappings of an upstream, or of a fallback, that the API has no longer. */
async function dropMappings(
  tx: Queries,
  before: ApiRow,
  { id, serviceUrl, fallback }: ApiRow,
): Promise<void> {
  if (before.serviceUrl !== null && serviceUrl === null) {
    await tx.run(sql`delete from api_mapping where api_id = ${id}`);
    await tx.run(sql`delete from upstream_misfit where api_id = ${id}`);
  } else if (before.fallback !== null && fallback === null)
    await tx.run(sql`delete from api_mapping where api_id = ${id} and source = 'other'`);
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
    throw conflict(`Another API has the name ${name}. Choose another.`);
  const first = path?.split("/")[0] ?? "";
  const own = operations.some((one) => one.path.split("/")[1] === first);
  if (path !== undefined && (own || builtinIds.has(first)))
    throw conflict(`/${first} is a path of the service itself. Choose another path.`);
}

/** An API as the audit log records it: the names of its credentials, never their values. */
function audited(row: ApiRow): object {
  return { ...toApi(row, true), fallback: namedFallback(row) };
}
