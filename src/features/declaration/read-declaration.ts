import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { apis as apiTable } from "../../management/apis/apis-record.ts";
import { products as productTable } from "../../management/products/products-record.ts";
import { newestOffers } from "../offers/stored-offers.ts";
import type { Declaration } from "./declaration.ts";
import { declaredApi, declaredProduct } from "./declared-form.ts";
import { declaredUpstream } from "./declared-upstreams.ts";

/** The products, registered APIs and upstreams of an installation. Built-in APIs are part of the program. */
export async function readDeclaration(db: Queries): Promise<Declaration> {
  const apis = await apiTable.select(db, sql`order by name`);
  const names = new Map(apis.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const products = await productTable.select(db, sql`order by id`);
  const contents = await contentsOf(db);
  const offers = await newestOffers(db);
  return {
    version: 1,
    apis: apis.filter(({ builtin }) => !builtin).map(declaredApi),
    upstreams: apis.filter(({ builtin }) => builtin).flatMap((row) => declaredUpstream(row) ?? []),
    products: products.map((row) =>
      declaredProduct(row, contents.get(row.id) ?? [], nameOf, offers.get(row.id)),
    ),
  };
}

/** The IDs of the APIs of each product. */
export async function contentsOf(db: Queries): Promise<Map<string, string[]>> {
  const rows = await db.all<{ product_id: string; api_id: string }>(
    sql`select product_id, api_id from product_api order by product_id, api_id`,
  );
  const contents = new Map<string, string[]>();
  for (const { product_id, api_id } of rows) {
    const apis = contents.get(product_id);
    if (apis) apis.push(api_id);
    else contents.set(product_id, [api_id]);
  }
  return contents;
}
