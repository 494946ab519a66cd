import type { Context } from "../../../calls/context.ts";
import type { Searcher } from "../../../running/searches.ts";
import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import { documentedCodes, errorPage } from "../../documentation/error-pages.ts";
import { guidePages } from "../../documentation/guide.ts";
import { namedSo } from "./catalogue-searchers.ts";

/** Finds settings by the names that the environment has, and by what they are. */
export const settingSearcher = ({ config }: Pick<Context, "config">): Searcher => ({
  group: "settings",
  permission: "service.view",
  isOfOperators: true,
  async find({ forms: { text, words } }) {
    const settings = config.stated.map(({ name, summary }) => ({
      label: name,
      names: [summary],
      hit: { kind: "setting", detail: summary, values: { name }, object: "/system" } as const,
    }));
    return namedSo(settings, text, words);
  },
});

/** Finds pages of the docs by title. */
export const docSearcher: Searcher = {
  group: "docs",
  permission: "self.view",
  async find({ forms: { text, words } }) {
    const page = (label: string, name: string, detail: string) => ({
      label,
      names: [name],
      hit: { kind: "doc", detail, object: `/docs/${name}.md` } as const,
    });
    const pages = [
      ...guidePages().map(({ name, title }) => page(title, name, "Guide")),
      ...lookupApis.map(({ id, displayName }) => page(displayName, `lookups/${id}`, "Lookups")),
      ...documentedCodes.map((code) => page(errorPage(code).title, `errors/${code}`, code)),
    ];
    return namedSo(pages, text, words);
  },
};

/** Finds operations by ID and by what they do: for an account, those that customers can call. */
export const operationSearcher = ({ operations }: Pick<Context, "operations">): Searcher => ({
  group: "docs",
  permission: "self.view",
  async find({ forms: { text, words }, account }) {
    const shown = operations
      .filter(({ audience }) => account === undefined || audience !== "operator")
      .map(({ id, method, path, summary }) => ({
        label: summary,
        names: [id, path],
        hit: { kind: "operation", detail: `${method} ${path}`, object: `/docs/operations/${id}.md` } as const,
      }));
    return namedSo(shown, text, words);
  },
});

/** Leads from a VIN or a plate to the lookup: it is not made, so nothing is charged. */
export const vehicleSearcher: Searcher = {
  group: "vehicles",
  permission: "catalogue.view",
  async find({ forms: { vin, plate } }) {
    if (vin)
      return [
        {
          kind: "vin",
          label: vin,
          detail: null,
          values: { vin },
          object: `/vin-decoder/${vin}`,
          isExact: true,
        },
      ];
    if (!plate) return [];
    const { number, state } = plate;
    const object = `/us-plate-decode/${encodeURIComponent(number)}/${state}`;
    return [{ kind: "plate", label: `${number}, ${state}`, detail: null, values: { number, state }, object }];
  },
};
