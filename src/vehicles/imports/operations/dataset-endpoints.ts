import { z } from "zod";
import { actorName, recordAudit } from "../../../access/audit.ts";
import { isoTime } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { shownAs, wireOf } from "../../../entities/wire.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import {
  changesOf,
  compareVersions,
  type DatasetVersion,
  listVersions,
  rollBack,
} from "../datasets/versions.ts";
import { isOfOlderReader } from "../sources/readers.ts";
import { familyAt } from "./family-at.ts";
import { orConflict } from "./import-failures.ts";
import { PutDatasetQuery, putDataset } from "./put-dataset.ts";
import { uploadTypes } from "./receive.ts";
import { Counts, DatasetChanges } from "./shown-changes.ts";
import { Import, outcomeOf } from "./shown-import.ts";

export const Dataset = z
  .object({
    family: z.string().describe("Family of its records, for example `lien`."),
    state: z
      .enum(["current", "previous"])
      .describe("Lookups use `current`; `previous` is kept for a rollback."),
    name: z.string().describe("The name that `x-data-source` shows; `demo` is synthetic."),
    version: z.string().describe("Version of the data."),
    source: z.string().describe("The source of its records."),
    licence: z.string().describe("The license of its records."),
    rows: z.int().describe("The number of its records."),
    checksum: z
      .string()
      .describe("The xxHash64 of its records. Equal rows in equal order have equal checksums."),
    reader: z.int().describe("The number of the reader of its files; 0 before they had one."),
    older_reader: z
      .boolean()
      .describe("Whether a newer reader reads its files otherwise: import them again."),
    loaded_at: z.iso.datetime().describe("When it was imported."),
    age_days: z.int().describe("Whole days since its import."),
    actor: z.string().nullable().describe("Who imported it; null if unknown."),
    import: z.string().nullable().describe("The ID of its import, for `GET /imports/{id}`; null for none."),
    rejects: z
      .object({
        rows: z.int().describe("Rejected rows of the input."),
        by_reason: z.record(z.string(), z.int()).describe("Count by reason."),
      })
      .nullable()
      .describe("The import's rejected rows; null if it was not imported."),
    doubtful: z
      .record(z.string(), z.int())
      .nullable()
      .describe("Warnings on the import's accepted rows, by reason; null if it was not imported."),
    changes: Counts.nullable().describe("Changes since the previous dataset; null if it was not imported."),
  })
  .meta({ id: "Dataset" });

const DatasetFamily = z
  .object({
    family: z.string().describe("The family of records."),
    versions: z
      .array(Dataset)
      .describe("The current dataset, then the previous one; empty if none is loaded."),
  })
  .meta({ id: "DatasetFamily" });

const FamilyPath = z.object({
  family: z.string().describe("Family of records, for example `lien`.").meta({ example: "lien" }),
});

const common = { tag: "Datasets", audience: "operator", extension: true } as const;

export const datasetEndpoints = [
  endpoint({
    ...common,
    id: "listDatasets",
    permission: "data.view",
    method: "GET",
    path: "/datasets",
    summary: "List current and previous datasets",
    description:
      "By family, the current one first. `PUT /datasets/{family}` and `vingate import` load others.",
    response: z.array(Dataset),
    handle: async ({ database, clock }) => json(await shownVersions(database, clock())),
  }),
  endpoint({
    ...common,
    id: "getDataset",
    permission: "data.view",
    method: "GET",
    path: "/datasets/{family}",
    summary: "Read the versions of a family's dataset",
    params: FamilyPath,
    response: DatasetFamily,
    errors: ["not_found"],
    handle: async ({ database, clock }, { params }) =>
      json(await shownFamily(database, familyAt(params.family).name, clock())),
  }),
  endpoint({
    ...common,
    id: "putDataset",
    permission: "data.change",
    method: "PUT",
    path: "/datasets/{family}",
    summary: "Import a file of records as a family's dataset",
    description: [
      "The body is the file: CSV with a header or one JSON object a line, in UTF-8, UTF-16 or Latin-1, plain or compressed with gzip, zstd or zip.",
      "`Content-Type` may say `text/csv` or `application/x-ndjson`, and `Content-Encoding` `gzip` or `zstd`; otherwise the file's first bytes decide.",
      "At most VINGATE_IMPORT_MAX bytes, decompressed too.",
      "The response is sent when all of it has arrived: `GET /imports/{id}/events` reports progress and result.",
      "Until it is done, and if it fails, lookups use the current records.",
      "While an import of the family runs, a second is 409 and names the first.",
    ].join(" "),
    params: FamilyPath,
    query: PutDatasetQuery,
    upload: {
      types: uploadTypes,
      setting: "VINGATE_IMPORT_MAX",
      bytesMax: ({ config }) => config.importMax,
    },
    response: Import,
    errors: ["not_found", "conflict", "unsupported_media_type"],
    lock: (tx, { family }) => lockFamily(tx, family),
    handle: putDataset,
  }),
  endpoint({
    ...common,
    id: "rollBackDataset",
    permission: "data.change",
    method: "POST",
    path: "/datasets/{family}/rollback",
    summary: "Roll back to a family's previous dataset",
    description:
      "All nodes use it within two seconds. The next rollback returns to the newer one. Without a previous dataset the first import is undone: the family has no records until the next rollback.",
    params: FamilyPath,
    response: DatasetFamily,
    idempotent: true,
    errors: ["not_found"],
    handle: rollBackDataset,
  }),
  endpoint({
    ...common,
    id: "compareDatasets",
    permission: "data.view",
    method: "GET",
    path: "/datasets/{family}/diff",
    summary: "Compare a family's current and previous datasets",
    params: FamilyPath,
    response: DatasetChanges,
    errors: ["not_found", "conflict"],
    handle: async ({ database }, { params }) =>
      json(await orConflict(compareVersions(database, familyAt(params.family)))),
  }),
];

/** Blocks other changes of the family's datasets until the transaction ends. */
function lockFamily(tx: Queries, family: string): Promise<number> {
  return tx.run(sql`update dataset set state = state where family = ${family}`);
}

async function shownVersions(db: Queries, now: number, family?: string) {
  return (await listVersions(db, family)).map((version) => shown(version, now));
}

async function shownFamily(
  db: Queries,
  family: string,
  now: number,
): Promise<z.output<typeof DatasetFamily>> {
  return { family, versions: await shownVersions(db, now, family) };
}

function shown(dataset: DatasetVersion, now: number): z.output<typeof Dataset> {
  const { run, recordCount: rows, loadedAt } = dataset;
  const { rows_rejected, rejected = {}, doubtful } = run ? outcomeOf(run) : {};
  const changes = changesOf(dataset);
  return shownAs(Dataset, {
    ...wireOf(dataset),
    rows,
    older_reader: isOfOlderReader(dataset),
    loaded_at: isoTime(loadedAt),
    age_days: Math.max(0, Math.floor((now - loadedAt) / dayMs)),
    actor: run?.actor ?? null,
    import: run?.id ?? null,
    rejects: rows_rejected === undefined ? null : { rows: rows_rejected, by_reason: rejected },
    doubtful: doubtful ?? null,
    changes: changes ? Counts.parse(changes) : null,
  });
}

async function rollBackDataset(context: Context, call: Call<{ family: string }>): Promise<Answer> {
  const { database, clock } = context;
  const { caller: actor, address, requestId } = call;
  const family = familyAt(call.params.family);
  let answer: Answer | undefined;
  const change = async (work: (tx: Queries) => Promise<void>) => {
    answer = await call.change(async (tx) => {
      const before = await shownFamily(tx, family.name, clock());
      await work(tx);
      const after = await shownFamily(tx, family.name, clock());
      await recordAudit(tx, {
        at: clock(),
        actor,
        address,
        requestId,
        action: "dataset.rollback",
        object: `/datasets/${family.name}`,
        before: currentOf(before),
        after: currentOf(after),
      });
      return json(after);
    });
  };
  await orConflict(rollBack(database, family, clock, { actor: actorName(actor), change }));
  return answer!;
}

function currentOf({ versions }: z.output<typeof DatasetFamily>) {
  const { name, version, rows, checksum } = versions.find(({ state }) => state === "current") ?? {};
  return { name, version, rows, checksum };
}
