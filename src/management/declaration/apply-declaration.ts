import type { AuditContext } from "../../access/audit.ts";
import type { Vault } from "../../access/vault.ts";
import { uuidv7 } from "../../base/ids.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { type ApiRow, type ApiUpdate, authValue } from "../apis/apis-record.ts";
import {
  authContext,
  changed,
  newApi,
  refuseTaken,
  refusingDoubles,
  removeApi,
  saveApi,
} from "../apis/apis-write.ts";
import type { ProductRow } from "../products/products-record.ts";
import { type ProductWrite, removeProduct, requested, saveProduct } from "../products/products-write.ts";
import type { Declaration, DeclaredApi, DeclaredProduct } from "./declaration.ts";
import { applyDocument, type DeclaredDocument } from "./declared-documents.ts";
import { declaredApi, declaredProduct, sameValue, withCosts } from "./declared-form.ts";
import { contentsOf } from "./read-declaration.ts";

/** What an application does to one object. `extra` objects are not in the file and stay. */
export interface Difference {
  readonly change: "create" | "update" | "delete" | "extra" | "none";
  readonly kind: "api" | "product";
  readonly name: string;
  /** The members that change. */
  readonly members: readonly string[];
}

/** What an application needs besides its file. */
export interface Applying {
  readonly operations: readonly Pick<Endpoint, "path">[];
  readonly vault: Vault;
  readonly audit: AuditContext;
  /** Whether to delete what the file does not have. */
  readonly prune: boolean;
  /** The values of `value_env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The declared documents, by the names of their APIs. */
  readonly documents: ReadonlyMap<string, DeclaredDocument>;
}

/**
 * Makes the products and registered APIs equal to a declaration's. Changes nothing that is equal already. Throws an
 * `OperatorError` that names the object; the caller's transaction must then be rolled back.
 */
export async function applyDeclaration(
  tx: Queries,
  { apis, products }: Declaration,
  applying: Applying,
): Promise<readonly Difference[]> {
  const done: Difference[] = [];
  // First, so that a new object can take a path or a name.
  if (products) done.push(...(await pruneProducts(tx, products, applying)));
  if (apis) done.push(...(await pruneApis(tx, apis, applying)));
  for (const api of apis ?? []) done.push(await naming("API", api.name, () => applyApi(tx, api, applying)));
  if (!products) return done;
  const known = {
    apis: await tx.all<{ id: string; name: string }>(sql`select id, name from api`),
    contents: await contentsOf(tx),
  };
  for (const product of products)
    done.push(await naming("product", product.id, () => applyProduct(tx, product, known, applying)));
  return done;
}

/** Says of which object an error is. */
async function naming<T>(kind: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new OperatorError(`${kind} ${name}: ${error.detail}`);
    throw error;
  }
}

async function pruneProducts(
  tx: Queries,
  declared: readonly DeclaredProduct[],
  { audit, prune }: Applying,
): Promise<Difference[]> {
  const ids = await tx.all<{ id: string }>(sql`select id from product order by id`);
  const extra = ids.filter(({ id }) => !declared.some((one) => one.id === id));
  if (prune) for (const { id } of extra) await naming("product", id, () => removeProduct(tx, id, audit));
  return extra.map(({ id }) => difference(prune ? "delete" : "extra", "product", id));
}

async function pruneApis(
  tx: Queries,
  declared: readonly DeclaredApi[],
  { audit, prune }: Applying,
): Promise<Difference[]> {
  const rows = await tx.all<ApiRow>(sql`select * from api where builtin = 0 order by name`);
  const extra = rows.filter(({ name }) => !declared.some((one) => one.name === name));
  if (prune) for (const row of extra) await removeApi(tx, row, audit);
  return extra.map(({ name }) => difference(prune ? "delete" : "extra", "api", name));
}

async function applyApi(tx: Queries, declared: DeclaredApi, applying: Applying): Promise<Difference> {
  const { vault, audit, operations, documents } = applying;
  const { auth: declaredAuth, document, ...members } = declared;
  const before = await tx.get<ApiRow>(sql`select * from api where name = ${declared.name} and builtin = 0`);
  refuseTaken(operations, declared);
  const blank = newApi(before?.id ?? uuidv7(audit.at), members, audit.at);
  const kept = before && {
    auth_header: before.auth_header,
    auth_sealed: before.auth_sealed,
    created_at: before.created_at,
  };
  const auth = credentialOf(declared, before, applying);
  const body: ApiUpdate = { ...members, ...(auth !== undefined && { auth }) };
  const row = changed({ ...blank, ...kept }, body, vault, audit.at);
  const differing = before ? differingMembers(declaredApi(before), declaredApi(row)) : [];
  const sealed = auth !== undefined && !differing.includes("auth") && before ? ["auth"] : [];
  const names = [...differing, ...sealed];
  if (!before || names.length > 0) await refusingDoubles(() => saveApi(tx, before, row, audit));
  if (await applyDocument(tx, row.id, document, documents.get(declared.name), audit)) names.push("document");
  if (before && names.length === 0) return difference("none", "api", declared.name);
  return difference(before ? "update" : "create", "api", declared.name, names);
}

/** The credential to store: undefined if the stored one stays, null if it is removed. */
function credentialOf(
  { name, auth }: DeclaredApi,
  before: ApiRow | undefined,
  { vault, env }: Applying,
): ApiUpdate["auth"] {
  if (auth === undefined) return undefined;
  if (auth === null) return before?.auth_header === null ? undefined : null;
  const { header, value_env: variable } = auth;
  const same = before?.auth_header === header;
  const stored =
    same && before.auth_sealed ? vault.open(before.auth_sealed, authContext(before.id)) : undefined;
  if (variable === undefined) {
    if (stored !== undefined) return undefined;
    throw new OperatorError(
      `API ${name}: the header ${header} has no stored value. Name a variable that has it in auth.value_env`,
    );
  }
  const value = env[variable];
  if (!value) throw new OperatorError(`API ${name}: the variable ${variable} of auth.value_env is empty`);
  if (!authValue.safeParse(value).success)
    throw new OperatorError(`API ${name}: the value of ${variable} cannot be sent in a header`);
  return value === stored ? undefined : { header, value };
}

/** All APIs, and the APIs of each product, once those of the declaration are applied. */
interface Known {
  readonly apis: readonly { readonly id: string; readonly name: string }[];
  readonly contents: ReadonlyMap<string, readonly string[]>;
}

async function applyProduct(
  tx: Queries,
  declared: DeclaredProduct,
  known: Known,
  { audit }: Applying,
): Promise<Difference> {
  const { id, ...body } = declared;
  const idOf = (name: string) => known.apis.find((api) => api.name === name)?.id ?? name;
  const nameOf = (api: string) => known.apis.find((one) => one.id === api)?.name ?? api;
  const write: ProductWrite = {
    params: { id },
    body: {
      ...body,
      ...(body.apis && { apis: body.apis.map(idOf) }),
      ...(body.policy && { policy: withCosts(body.policy, idOf) }),
    },
  };
  const before = await tx.get<ProductRow>(sql`select * from product where id = ${id}`);
  const contents = known.contents.get(id) ?? [];
  const was = before && declaredProduct(before, contents, nameOf);
  const is = declaredProduct(requested(write, audit.at), [...new Set(write.body.apis ?? contents)], nameOf);
  const members = was ? differingMembers(was, is) : [];
  if (was && members.length === 0) return difference("none", "product", id);
  await saveProduct(tx, write, audit);
  return difference(before ? "update" : "create", "product", id, members);
}

function difference(
  change: Difference["change"],
  kind: Difference["kind"],
  name: string,
  members: readonly string[] = [],
): Difference {
  return { change, kind, name, members };
}

/** The names of the members that differ; of a policy, the names of its parts. */
function differingMembers(was: object, is: object, prefix = ""): string[] {
  const value = (from: object, name: string) => from[name as keyof typeof from] as unknown;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((name) => {
    const [one, other] = [value(was, name), value(is, name)];
    if (sameValue(one, other)) return [];
    if (name !== "policy") return [prefix + name];
    return differingMembers((one ?? {}) as object, (other ?? {}) as object, "policy.");
  });
}
