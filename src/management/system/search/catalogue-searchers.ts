import { sql } from "../../../database/sql.ts";
import { type Hit, hitsMost, type Searcher } from "../../../running/searches.ts";
import { recordFamilies } from "../../../vehicles/families/record-families.ts";
import { visibleApis } from "../../apis/apis-record.ts";
import { beginWords } from "../../common/word-index.ts";
import { visibleProducts } from "../../products/products-record.ts";

interface Titled {
  /** What is shown of it. */
  readonly label: string;
  /** By which else it is found. */
  readonly names: readonly string[];
  readonly hit: Omit<Hit, "label" | "isExact">;
}

/** The objects one of whose names has words that begin with all of a text's words, the exact ones first. */
export function namedSo(all: readonly Titled[], text: string, words: readonly string[]): Hit[] {
  if (words.length === 0) return [];
  const meant = text.toLowerCase();
  return all
    .filter(({ label, names }) => [label, ...names].some((name) => beginWords(words, name)))
    .map(({ label, names, hit }): Hit => {
      const isExact = [label, ...names].some((name) => name.toLowerCase() === meant);
      return { ...hit, label, isExact };
    })
    .sort((a, b) => Number(b.isExact) - Number(a.isExact))
    .slice(0, hitsMost);
}

/** The operators make what is searched here by its name: there is not more of it. */
const catalogueMost = 1000;

/** Finds products by name and ID: for an account, those that it can see. */
export const planSearcher: Searcher = {
  group: "plans",
  permission: "catalogue.view",
  async find({ db, forms: { text, words }, account }) {
    if (words.length === 0) return [];
    const products = await db.all<{ id: string; name: string; state: string }>(sql`
      select id, display_name as name, state from product where ${visibleProducts(account === undefined)}
      order by created_at desc, id limit ${catalogueMost}`);
    const titled = products.map(({ id, name, state }) => ({
      label: name,
      names: [id],
      hit: { kind: "plan", detail: id, values: { state }, object: `/products/${id}` } as const,
    }));
    return namedSo(titled, text, words);
  },
};

/** Finds APIs by name, path and ID: for an account, those that it can see. */
export const apiSearcher: Searcher = {
  group: "plans",
  permission: "catalogue.view",
  async find({ db, forms: { text, words }, account }) {
    if (words.length === 0) return [];
    const apis = await db.all<{ id: string; name: string; title: string; path: string }>(sql`
      select id, name, display_name as title, path from api where ${visibleApis(account === undefined)}
      order by created_at desc, id limit ${catalogueMost}`);
    const titled = apis.map(({ id, name, title, path }) => ({
      label: title,
      names: [id, name, path],
      hit: { kind: "api", detail: path, object: `/apis/${id}` } as const,
    }));
    return namedSo(titled, text, words);
  },
};

const datasets = [
  ...recordFamilies.map(({ name, label }) => ({ name, label })),
  { name: "vpic", label: "VIN decoder" },
].map(({ name, label }) => ({
  label,
  names: [name],
  hit: { kind: "dataset", detail: name, object: `/datasets/${name}` } as const,
}));

export const datasetSearcher: Searcher = {
  group: "settings",
  permission: "data.view",
  isOfOperators: true,
  find: async ({ forms: { text, words } }) => namedSo(datasets, text, words),
};
