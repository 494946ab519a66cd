import type { Context } from "../../../calls/context.ts";
import { type Hit, hitsMost, type Searcher } from "../../../running/searches.ts";
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

/** Finds pages of the docs by title, then by their lines. */
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
    const titled = namedSo(pages, text, words);
    const known = new Set(titled.map(({ object }) => object));
    return [...titled, ...pagesSaying(text).filter(({ object }) => !known.has(object))].slice(0, hitsMost);
  },
};

const sayingLeast = 3;
let said: readonly { readonly title: string; readonly name: string; readonly lines: readonly string[] }[];

/** Pages of the guide with a line that has the text from the start of a word on, and that line. */
function pagesSaying(text: string): Hit[] {
  if (text.length < sayingLeast) return [];
  said ??= guidePages().map(({ name, title, text: all }) => ({
    name,
    title,
    lines: all.split("\n").map(plainLine),
  }));
  const sought = ` ${text.toLowerCase()}`;
  return said.flatMap(({ name, title, lines }): Hit[] => {
    const line = lines.find((one) => ` ${one}`.toLowerCase().includes(sought));
    return line === undefined
      ? []
      : [{ kind: "doc", label: title, detail: around(line, text), object: `/docs/${name}.md` }];
  });
}

/** A line of Markdown without its marks. */
const plainLine = (line: string): string =>
  line
    .replace(/\[([^\][]+)\]\([^()]*\)/g, "$1")
    .replace(/[`*|#]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const aroundMost = 90;

/** The part of a line that has the text. */
function around(line: string, text: string): string {
  const at = line.toLowerCase().indexOf(text.toLowerCase());
  const start = at < aroundMost / 2 ? 0 : line.indexOf(" ", at - aroundMost / 2) + 1;
  const end = start + aroundMost;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

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
