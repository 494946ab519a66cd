import { storedCredentials } from "../../access/upstream-credentials.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ApiUpdate, apis as apiTable } from "../../management/apis/apis-record.ts";
import {
  changed,
  newApi,
  refuseTaken,
  refusingDoubles,
  removeApi,
  saveApi,
} from "../../management/apis/apis-write.ts";
import { addressFault } from "../../management/apis/credential-address.ts";
import { products } from "../../management/products/products-record.ts";
import {
  type ProductWrite,
  removeProduct,
  requested,
  saveProduct,
} from "../../management/products/products-write.ts";
import { type OfferTerms, termsOf } from "../offers/offer.ts";
import { findNewestOffer, publishOffer } from "../offers/stored-offers.ts";
import type { Declaration, DeclaredApi, DeclaredProduct } from "./declaration.ts";
import { applyDocument } from "./declared-documents.ts";
import { declaredApi, declaredOffer, declaredProduct, withCosts } from "./declared-form.ts";
import { applyUpstreams } from "./declared-upstreams.ts";
import {
  type Applying,
  credentialsOf,
  type Difference,
  difference,
  differingMembers,
  fallbackOf,
  naming,
} from "./differences.ts";
import { contentsOf } from "./read-declaration.ts";

/**
 * Makes the products, registered APIs and upstreams of built-in APIs equal to a declaration's. Changes nothing that is equal already. Throws an
 * `OperatorError` that names the object; the caller's transaction must then be rolled back.
 */
export async function applyDeclaration(
  tx: Queries,
  { apis, upstreams, products }: Declaration,
  applying: Applying,
): Promise<readonly Difference[]> {
  const done: Difference[] = [];
  // First, so that a new object can take a path or a name.
  if (products) done.push(...(await pruneProducts(tx, products, applying)));
  if (apis) done.push(...(await pruneApis(tx, apis, applying)));
  for (const api of apis ?? []) done.push(await naming("API", api.name, () => applyApi(tx, api, applying)));
  if (upstreams) done.push(...(await applyUpstreams(tx, upstreams, applying)));
  if (!products) return done;
  const known = {
    apis: await tx.all<{ id: string; name: string }>(sql`select id, name from api`),
    contents: await contentsOf(tx),
  };
  for (const product of products)
    done.push(await naming("product", product.id, () => applyProduct(tx, product, known, applying)));
  return done;
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
  const rows = await apiTable.select(tx, sql`where builtin = 0 order by name`);
  const extra = rows.filter(({ name }) => !declared.some((one) => one.name === name));
  if (prune) for (const row of extra) await removeApi(tx, row, audit);
  return extra.map(({ name }) => difference(prune ? "delete" : "extra", "api", name));
}

async function applyApi(tx: Queries, declared: DeclaredApi, applying: Applying): Promise<Difference> {
  const { vault, audit, operations, documents } = applying;
  const { auth: _, fallback: __, document, ...members } = declared;
  const [before] = await apiTable.select(tx, sql`where name = ${declared.name} and builtin = 0`);
  refuseTaken(operations, declared);
  const blank = newApi(before?.id ?? uuidv7(audit.at), members, audit.at);
  const kept = before && {
    authHeader: before.authHeader,
    authNames: before.authNames,
    authSealed: before.authSealed,
    fallback: before.fallback,
    fallbackSealed: before.fallbackSealed,
    createdAt: before.createdAt,
  };
  const { service_url: serviceUrl = null, ca_certificate: caCertificate = null } = members;
  const moved = before && addressFault(before, { serviceUrl, caCertificate });
  const auth = credentialsOf(declared, before ? storedCredentials(before, vault) : [], applying, moved);
  const { fallback, resealed } = fallbackOf(declared, before, applying);
  const body: ApiUpdate = { ...members, fallback, ...(auth !== undefined && { auth }) };
  const row = changed({ ...blank, ...kept }, body, vault, audit.at);
  const differing = before ? differingMembers(declaredApi(before), declaredApi(row)) : [];
  const sealed = auth !== undefined && !differing.includes("auth") && before ? ["auth"] : [];
  if (resealed && !differing.includes("fallback") && before) sealed.push("fallback");
  const names = [...differing, ...sealed];
  if (!before || names.length > 0) await refusingDoubles(() => saveApi(tx, before, row, audit));
  if (await applyDocument(tx, row.id, document, documents.get(declared.name), audit)) names.push("document");
  if (before && names.length === 0) return difference("none", "api", declared.name);
  return difference(before ? "update" : "create", "api", declared.name, names);
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
  const { id, offer, ...body } = declared;
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
  const before = await products.find(tx, id);
  const contents = known.contents.get(id) ?? [];
  const was = before && declaredProduct(before, contents, nameOf);
  const is = declaredProduct(requested(write, audit.at), [...new Set(write.body.apis ?? contents)], nameOf);
  const members = was ? differingMembers(was, is) : [];
  if (!was || members.length > 0) await saveProduct(tx, write, audit);
  const changedTerms = offer ? await applyOffer(tx, id, offer, audit) : [];
  if (!was) return difference("create", "product", id);
  const all = [...members, ...changedTerms].sort();
  return difference(all.length > 0 ? "update" : "none", "product", id, all);
}

/** Publishes the declared terms if they differ; returns the members that do. */
async function applyOffer(
  tx: Queries,
  id: string,
  declared: OfferTerms,
  audit: Applying["audit"],
): Promise<string[]> {
  const before = await findNewestOffer(tx, id);
  const { isNew } = await publishOffer(tx, id, declared, audit);
  if (!isNew) return [];
  const was = before ? declaredOffer(termsOf(before)) : {};
  return differingMembers({ offer: was }, { offer: declaredOffer(declared) });
}
