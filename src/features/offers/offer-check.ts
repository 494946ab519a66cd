import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import type { Comparing } from "../../metering/consistency/comparison.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import { type Offer, OfferTerms, offerTable, termsOf } from "./offer.ts";

type Row = Offer & { readonly product_at: number | null };

/** Compares every version of an offer, its number and terms, with the audit log. */
export const offerComparison: TableComparison = {
  found: "versions of offers",
  expected: "terms as they were published",
  subjects: "versions",
  advice:
    "versions never change: take the terms from the audit log (product.publish_offer) or a backup, and put the version back as it was",
  async run(tx, comparing) {
    const versions = rowsOf<Row>(
      tx,
      (last) => sql`
        select ${offerTable.columns}, p.created_at as product_at
        from ${offerTable.from} left join product p on p.id = o.product_id
        where (o.product_id, o.version) > (${last?.product_id ?? ""}, ${last?.version ?? 0})
        order by o.product_id, o.version limit ${rowsAtOnce}`,
    );
    let before: Row | undefined;
    // An entry about a change has the members that differ: the others are those of the version before.
    let expected: Terms = {};
    for await (const rows of versions) {
      const entries = await readPublished(tx, rows);
      for (const row of rows) {
        const same = before?.product_id === row.product_id ? before : undefined;
        const number = same ? same.version + 1 : 1;
        const entry = entries.get(`${row.product_id} ${row.version}`);
        expected =
          entry === undefined ? {} : entry.isFirst ? entry.terms : { ...(same && expected), ...entry.terms };
        comparing.hold(
          `version ${row.version} of the offer of product ${row.product_id}`,
          firstWrong(
            [row.version === number, () => `version ${number}, which comes before it, is missing`],
            [
              same === undefined || same.currency === row.currency || isOfFormer(same),
              () => `it is in ${row.currency}, and the one before in ${same!.currency}`,
            ],
          ) ?? wrongTerms(row, expected),
        );
        before = row;
      }
    }
    await compareMissing(tx, comparing);
  },
};

/** A version of a product that was deleted since, or whose ID another one has now: that one can have another currency. */
const isOfFormer = ({ product_at, published_at }: Row): boolean =>
  product_at === null || product_at > published_at;

type Terms = Readonly<Record<string, unknown>>;

interface Published {
  readonly terms: Terms;
  /** Whether the entry has all terms. */
  readonly isFirst: boolean;
}

interface Entry {
  readonly object: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A longer entry can be cut. */
const wholeMax = 1500;

/** The audit log's entries of versions, by product and version. */
async function readPublished(tx: Queries, rows: readonly Row[]): Promise<ReadonlyMap<string, Published>> {
  const products = [...new Set(rows.map(({ product_id: id }) => `/products/${id}/offer`))];
  const entries = await tx.all<Entry>(sql`
    select object, before, after from audit_log
    where object in (${list(products)}) and action = 'product.publish_offer' and after is not null`);
  return new Map(entries.map(publishedIn).filter((one) => one !== undefined));
}

function publishedIn({ object, before, after }: Entry): [string, Published] | undefined {
  if (after === null) return undefined;
  const { version, ...terms } = JSON.parse(after) as { readonly version?: unknown };
  if (after.length > wholeMax || typeof version !== "number") return undefined;
  const product = object.slice("/products/".length, -"/offer".length);
  return [`${product} ${version}`, { terms, isFirst: before === null }];
}

/** The last version of each product that the audit log names is there. */
async function compareMissing(tx: Queries, comparing: Comparing): Promise<void> {
  const last = new Map<string, number>();
  const entries = rowsOf<Entry & { readonly at: number; readonly id: string }>(
    tx,
    (row) => sql`
      select at, id, object, before, after from audit_log
      where action = 'product.publish_offer' and (at, id) > (${row?.at ?? 0}, ${row?.id ?? ""})
      order by at, id limit ${rowsAtOnce}`,
  );
  for await (const rows of entries)
    for (const row of rows) {
      const [key] = publishedIn(row) ?? [];
      if (key === undefined) continue;
      const [product, version] = key.split(" ") as [string, string];
      last.set(product, Math.max(last.get(product) ?? 0, Number(version)));
    }
  for (const [product, version] of last) {
    const found = await tx.get(sql`
      select 1 as found from product_offer where product_id = ${product} and version = ${version}`);
    comparing.hold(
      `offer of product ${product}`,
      found ? undefined : `version ${version}, which was published, is missing`,
    );
  }
}

function wrongTerms({ product_at, ...row }: Row, published: Terms): string | undefined {
  let terms: Terms;
  try {
    terms = termsOf(offerTable.decode(row));
  } catch {
    return "its packages are no JSON";
  }
  const parsed = OfferTerms.safeParse(terms);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `its ${issue?.path.join(".")} is invalid: ${issue?.message}`;
  }
  const name = Object.keys(terms).find(
    (member) => member in published && !Bun.deepEquals(terms[member], published[member]),
  );
  return (
    name &&
    `its terms have ${name} ${JSON.stringify(terms[name])}, and were published with ${JSON.stringify(published[name])}`
  );
}
