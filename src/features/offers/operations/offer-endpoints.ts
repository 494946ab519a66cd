import { z } from "zod";
import { auditContext } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { notFound } from "../../../http/errors.ts";
import { listAnswer, offsetOf, PageQuery } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { getProductRow, lockProduct } from "../../../management/products/products-record.ts";
import { given } from "../../../running/ports.ts";
import { OfferTerms } from "../offer.ts";
import { plansByVersion } from "../ports.ts";
import {
  countVersions,
  findNewestOffer,
  newestOffers,
  offerVersions,
  publishOffer,
  publishProduct,
} from "../stored-offers.ts";
import { OfferOutput, shownOffer } from "./offer-schemas.ts";

/** Both are published at once, because a product that is published without an offer is free. */
const OfferRequest = OfferTerms.safeExtend({
  publish_product: z
    .boolean()
    .optional()
    .describe("Also publishes the product, in the same transaction. Its other members stay."),
}).meta({ id: "OfferRequest" });

const common = {
  tag: "Products",
  params: z.object({ id: entityId.meta({ example: "growth" }) }),
  errors: ["not_found"],
  extension: true,
} as const;

export const offerEndpoints = [
  endpoint({
    ...common,
    id: "getProductOffer",
    method: "GET",
    path: "/products/{id}/offer",
    summary: "Read a product's offer: its price, credits and packages",
    description:
      "The newest version. Customers see it while the product is published and the offer on sale. 404 without one: ask the operator.",
    audience: "customer",
    permission: "catalogue.view",
    response: OfferOutput,
    handle: getOffer,
  }),
  endpoint({
    ...common,
    id: "putProductOffer",
    method: "PUT",
    path: "/products/{id}/offer",
    summary: "Publish the next version of a product's offer",
    description:
      "Omitted members get their defaults. The terms of the newest version again make no version. No balance changes: current subscriptions keep their version for `notice_days`, or if `who_pays` is `new`. With `publish_product` the product is published in the same transaction. With `If-Match` of the version that was read, 412 if another was published since.",
    audience: "operator",
    permission: "offers.change",
    members: { publish_product: { permission: "products.change", values: [true] } },
    lock: (tx, { id }) => lockProduct(tx, id),
    body: OfferRequest,
    response: OfferOutput,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: putOffer,
  }),
  endpoint({
    ...common,
    id: "listProductOffers",
    method: "GET",
    path: "/products/{id}/offers",
    summary: "List all versions of a product's offer, newest first",
    audience: "operator",
    permission: "offers.view",
    query: PageQuery,
    response: z.array(OfferOutput),
    handle: listVersions,
  }),
  endpoint({
    id: "listOffers",
    method: "GET",
    path: "/offers",
    tag: "Products",
    summary: "List the newest version of every product's offer, by the products' IDs",
    audience: "operator",
    permission: "offers.view",
    query: PageQuery,
    response: z.array(OfferOutput),
    extension: true,
    handle: listOffers,
  }),
];

type ProductCall<Query = unknown, Body = unknown> = Call<{ id: string }, Query, unknown, Body>;

async function getOffer({ database }: Context, { params: { id }, caller }: ProductCall) {
  const operator = isOperator(caller);
  await getProductRow(database, id, operator);
  const offer = await findNewestOffer(database, id);
  if (!offer || !(offer.on_sale || operator))
    throw notFound(operator ? `Plan ${id} has no offer.` : `Plan ${id} has no offer. Ask the operator.`);
  return json(shownOffer(offer, operator));
}

function putOffer(context: Context, call: ProductCall<unknown, z.output<typeof OfferRequest>>) {
  const audit = auditContext(context, call);
  const { id } = call.params;
  const { publish_product: isPublished, ...terms } = call.body;
  return call.change(async (tx) => {
    const { offer } = await publishOffer(tx, id, terms, audit);
    if (isPublished) await publishProduct(tx, id, audit);
    return json(shownOffer(offer, true));
  });
}

async function listOffers({ database }: Context, { query }: QueryCall<typeof PageQuery>) {
  const all = [...(await newestOffers(database)).values()];
  const from = offsetOf(query);
  const items = all.slice(from, from + query.page_size).map((offer) => shownOffer(offer, true));
  return listAnswer(items, all.length, "/offers", query);
}

async function listVersions(
  context: Context,
  { params: { id }, query }: ProductCall<z.output<typeof PageQuery>>,
) {
  const { database } = context;
  await getProductRow(database, id, true);
  const total = await countVersions(database, id);
  const page = { limit: query.page_size, offset: offsetOf(query) };
  const offers = await offerVersions(database, id, page);
  const counts = await given(context.running, plansByVersion)?.(database, id);
  const items = offers.map((offer) => ({
    ...shownOffer(offer, true),
    subscriptions: counts ? (counts.get(offer.version) ?? 0) : null,
  }));
  return listAnswer(items, total, `/products/${id}/offers`, query);
}
