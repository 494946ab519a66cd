import { type AuditContext, actorName, recordAudit } from "../../access/audit.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { issuedRows } from "../../decisions/issued-rows.ts";
import { countOf } from "../../entities/list.ts";
import { conflict } from "../../http/errors.ts";
import { lockProduct, productNotFound, toProduct } from "../../management/products/products-record.ts";
import { saveProduct } from "../../management/products/products-write.ts";
import { type Offer, type OfferTerms, offerTable, termsOf } from "./offer.ts";

/** Versions stay: subscriptions keep the one that they were sold. */
export const offersPublished = issuedRows({
  name: "offer",
  shown: "versions of offers",
  table: "product_offer",
});

/** Versions of the product as it is: those of a deleted one whose ID it has are no offers of it. */
const from = sql`${offerTable.from} join product p on p.id = o.product_id and p.created_at <= o.published_at`;

const ofProducts = (db: Queries, rest: Sql): Promise<Offer[]> =>
  offerTable.all(db, sql`select ${offerTable.columns} from ${from} ${rest}`);

/** The newest version of a product's offer, on sale or withdrawn. */
export async function findNewestOffer(db: Queries, productId: string): Promise<Offer | undefined> {
  const [offer] = await offerVersions(db, productId, { limit: 1, offset: 0 });
  return offer;
}

/** What a new subscription takes: the newest version, if it is on sale. Whether customers see the product is not read. */
export async function findOffer(db: Queries, productId: string): Promise<Offer | undefined> {
  const offer = await findNewestOffer(db, productId);
  return offer?.on_sale ? offer : undefined;
}

/**
 * What a subscription of a version buys packages of: the newest version that applies to it, if the offer is on sale. A
 * version for new subscriptions only is none of it.
 */
export async function findOfferFor(
  db: Queries,
  productId: string,
  version: number,
): Promise<Offer | undefined> {
  const newest = await findOffer(db, productId);
  if (!newest || newest.version === version || newest.who_pays === "notice") return newest;
  const [noticed] = await noticedVersions(db, productId, { after: version, limit: 1 });
  return noticed ?? findOfferVersion(db, productId, version);
}

/** The versions on sale that apply to subscriptions of older ones after their notice, newest first. */
export function noticedVersions(
  db: Queries,
  productId: string,
  { after = 0, limit }: { readonly after?: number; readonly limit: number },
): Promise<Offer[]> {
  return ofProducts(
    db,
    sql`where o.product_id = ${productId} and o.version > ${after} and o.on_sale = 1 and o.who_pays = 'notice'
    order by o.version desc limit ${limit}`,
  );
}

/** One version, of a withdrawn offer or a deleted product too. */
export const findOfferVersion = (
  db: Queries,
  productId: string,
  version: number,
): Promise<Offer | undefined> => offerTable.find(db, productId, version);

/** A page of versions, newest first. */
export function offerVersions(
  db: Queries,
  productId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Offer[]> {
  return ofProducts(
    db,
    sql`where o.product_id = ${productId} order by o.version desc limit ${limit} offset ${offset}`,
  );
}

export async function countVersions(db: Queries, productId: string): Promise<number> {
  return countOf(db, sql`${from} where o.product_id = ${productId}`);
}

/** The newest versions of all products, by the products' IDs and in their order. */
export async function newestOffers(db: Queries): Promise<ReadonlyMap<string, Offer>> {
  const offers = await ofProducts(
    db,
    sql`where o.version = (select max(version) from product_offer where product_id = o.product_id)
    order by o.product_id`,
  );
  return new Map(offers.map((offer) => [offer.product_id, offer]));
}

/**
 * Publishes terms as the next version, with its audit entry. Equal terms make none: the newest version is returned.
 * Throws 404 for a product that does not exist, and 409 for another currency.
 */
export async function publishOffer(
  tx: Queries,
  productId: string,
  terms: OfferTerms,
  audit: AuditContext,
): Promise<{ readonly offer: Offer; readonly isNew: boolean }> {
  const product = await lockProduct(tx, productId);
  if (!product) throw productNotFound(productId);
  const before = await findNewestOffer(tx, productId);
  if (before && Bun.deepEquals(termsOf(before), terms)) return { offer: before, isNew: false };
  if (before && before.currency !== terms.currency)
    throw conflict(
      `Plan ${productId} is sold in ${before.currency}. Create another plan to sell in ${terms.currency}.`,
    );
  const offer: Offer = {
    ...terms,
    product_id: productId,
    version: (await lastVersion(tx, productId)) + 1,
    // Another node's clock may have made the product.
    published_at: Math.max(audit.at, product.createdAt),
    published_by: actorName(audit.actor),
  };
  await offersPublished.issue(tx, offerTable.stored(offer));
  await recordAudit(tx, {
    ...audit,
    action: "product.publish_offer",
    object: `/products/${productId}/offer`,
    ...(before && { before: shownInAudit(before) }),
    after: shownInAudit(offer),
  });
  return { offer, isNew: true };
}

/** Publishes a product that is not, with its audit entry. Throws 404 for a product that does not exist. */
export async function publishProduct(tx: Queries, id: string, audit: AuditContext): Promise<void> {
  const row = await lockProduct(tx, id);
  if (!row) throw productNotFound(id);
  if (row.state === "published") return;
  const { id: _, created_at, updated_at, ...body } = toProduct(row, true);
  await saveProduct(tx, { params: { id }, body: { ...body, state: "published" } }, audit);
}

async function lastVersion(tx: Queries, productId: string): Promise<number> {
  const row = await tx.get<{ last: number | null }>(sql`
    select max(version) as last from product_offer where product_id = ${productId}`);
  return row?.last ?? 0;
}

const shownInAudit = (offer: Offer) => ({ version: offer.version, ...termsOf(offer) });
