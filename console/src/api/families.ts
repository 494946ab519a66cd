import { sentText } from "../base/language/sent.ts";

interface Families {
  /** The lookups of the landing page, by group. */
  readonly lookups: readonly {
    readonly group: string;
    readonly lookups: readonly {
      readonly name: string;
      readonly description: string;
      readonly path: string;
    }[];
  }[];
  /** The label of each record family. */
  readonly records: Readonly<Record<string, string>>;
  /** The IDs of the built-in APIs that can have an upstream. */
  readonly upstreams: readonly string[];
}

const none: Families = { lookups: [], records: {}, upstreams: [] };

/** The families that the service writes into the page. */
export const families = readFamilies();

function readFamilies(): Families {
  const text = globalThis.document?.getElementById("families")?.textContent;
  if (!text) return none;
  const { lookups, records, upstreams } = JSON.parse(text) as Families;
  return {
    lookups: lookups.map((one) => ({
      group: sentText(one.group),
      lookups: one.lookups.map(({ name, description, path }) => ({
        name: sentText(name),
        description: sentText(description),
        path,
      })),
    })),
    records: Object.fromEntries(Object.entries(records).map(([name, title]) => [name, sentText(title)])),
    upstreams,
  };
}
