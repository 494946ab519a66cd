import { queryOptions } from "@tanstack/react-query";
import { servicePath } from "../base/service-path.ts";
import { api, dataOf, reach, type Schemas } from "./client.ts";
import { problemOf } from "./problem.ts";
import { listing, reading } from "./reading.ts";
import { sentMapping } from "./sent-mapping.ts";
import { renewSession, sessionStore } from "./session.ts";

export type Dataset = Schemas["Dataset"];
/** An import; a validation of records has what it has found in the file. */
export type Import = Schemas["Import"];
export type ImportProgress = Schemas["ImportProgress"];
export type DatasetChanges = Schemas["DatasetChanges"];

export const datasets = reading(["datasets"], "/datasets");

export const datasetOf = (family: string) =>
  reading(["datasets", family], "/datasets/{family}", { path: { family } });

/** The columns of a family's files, and its public sources. */
export const columnsOf = (family: string) => ({
  ...reading(["datasets", family, "columns"], "/datasets/{family}/columns", { path: { family } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const changesOf = (family: string) =>
  reading(["datasets", family, "diff"], "/datasets/{family}/diff", { path: { family } });

/** The last imports, of one family or of all. */
export const importsOf = (filter: {
  readonly family?: string;
  readonly state?: "running";
  readonly page_size?: number;
}) => listing(["imports", filter], "/imports", { query: { page: 1, page_size: 10, ...filter } });

export interface UploadOptions {
  readonly mode: "replace" | "merge";
  readonly names: "vin" | "file";
  readonly dry_run: boolean;
  readonly max_rejects: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** `records`, or a public source of the family. */
  readonly source: string;
  /** JSON: how documented columns are read from the file; "" if a validation proposes it or the names are documented. */
  readonly mapping: string;
  /** A name of `TextDecoder`; "" if the file shows it. */
  readonly encoding: string;
  /** The sheet of a workbook; "" for the first. */
  readonly sheet: string;
}

/** The decoder's data in use and the former ones. */
export const vinData = queryOptions({
  queryKey: ["datasets", "vpic"],
  queryFn: async () => {
    const { current, former: previous } = await dataOf(api.GET("/datasets/vpic"));
    return { current, previous };
  },
});

/** The options of a dump of vPIC. */
export interface DumpOptions {
  readonly dry_run: boolean;
  readonly sha256: string;
}

/** Uploads a file as a family's dataset; resolves when its import has started. */
export async function sendDataset(
  family: string,
  file: File,
  options: UploadOptions | DumpOptions,
): Promise<Import> {
  // What is left out has its default.
  const given = Object.entries(options).filter(([, value]) => value !== "" && value !== "records");
  const sent = (name: string, value: string) => (name === "mapping" ? sentMapping(value) : value);
  const query = new URLSearchParams(given.map(([name, value]) => [name, sent(name, String(value))]));
  const address = `${servicePath}/datasets/${encodeURIComponent(family)}?${query}`;
  // A copied request would hold the file in memory.
  const send = () => {
    const headers = {
      authorization: `Bearer ${sessionStore.get()?.token ?? ""}`,
      "content-type": typeOf(file),
    };
    return reach(new Request(address, { method: "PUT", headers, body: file }));
  };
  let response = await send();
  if (response.status === 401) {
    await renewSession();
    response = await send();
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response, body);
  return body as Import;
}

// Browsers often guess the wrong type; the service looks at the content.
function typeOf({ name }: File): string {
  if (/\.(csv|tsv|txt)$/i.test(name)) return "text/csv";
  return /\.(ndjson|jsonl)$/i.test(name) ? "application/x-ndjson" : "application/octet-stream";
}
