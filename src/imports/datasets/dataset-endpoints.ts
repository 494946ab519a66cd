import { z } from "zod";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { json } from "../../http/endpoint.ts";
import { type DatasetVersion, listVersions } from "./versions.ts";

/** A dataset as operators see it. */
export const Dataset = z
  .object({
    family: z.string().describe("The family of records that it holds, such as `lien`."),
    state: z
      .enum(["current", "previous"])
      .describe("`current` is answered from; `previous` is kept to go back to."),
    name: z.string().describe("The name that `x-data-source` shows; `demo` is synthetic."),
    version: z.string().describe("The version, as its source tells it."),
    source: z.string().describe("Where its records come from."),
    licence: z.string().describe("The terms that its records are under."),
    rows: z.int().describe("The number of its records."),
    checksum: z.string().describe("SHA-256 of its records."),
    loaded_at: z.iso.datetime().describe("When it was loaded."),
  })
  .meta({ id: "Dataset" });

export const datasetEndpoints = [
  endpoint({
    id: "listDatasets",
    method: "GET",
    path: "/datasets",
    tag: "Datasets",
    summary: "List the datasets that answers come from, and the ones before them",
    description: "By family, the current one first. `vingate import` loads others.",
    audience: "operator",
    response: z.array(Dataset),
    extension: true,
    handle: listDatasets,
  }),
];

const shown = (version: DatasetVersion): z.output<typeof Dataset> => ({
  family: version.family,
  state: version.state,
  name: version.name,
  version: version.version,
  source: version.source,
  licence: version.licence,
  rows: version.rows,
  checksum: version.checksum,
  loaded_at: isoTime(version.loaded_at),
});

async function listDatasets({ database }: Context) {
  return json((await listVersions(database)).map(shown));
}
