import { existsSync } from "node:fs";
import { z } from "zod";
import { recordAudit } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { join, sql } from "../../../database/sql.ts";
import { attachedAs } from "../../../http/attachment.ts";
import { type Answer, type Call, json, type QueryCall, type StreamedAnswer } from "../../../http/endpoint.ts";
import { type ApiError, conflict, notFound } from "../../../http/errors.ts";
import { FollowQuery, LastEventId } from "../../../http/event-text.ts";
import { listAnswer, offsetOf, PageQuery } from "../../../http/lists.ts";
import type { ImportRun } from "../jobs/import-run.ts";
import { findRun, listRuns, lockRun, requestStop } from "../jobs/runs.ts";
import { uploadRejects, uploadRows, uploadsFolder } from "../jobs/uploads.ts";
import { importEvents } from "./import-events.ts";
import { Import, listedImport, outcomeOf, shownImport } from "./shown-import.ts";

const ImportPath = z.object({ id: z.string().max(100).describe("The import's id.") });

const ImportsQuery = z.object({
  family: z.string().optional().describe("Only imports of this family."),
  state: z.enum(["running", "done", "failed", "stopped"]).optional().describe("Only imports in this state."),
  ...PageQuery.shape,
});

const RejectsQuery = z.object({
  as: z
    .enum(["table", "rows"])
    .default("table")
    .describe("`rows`: as in the file; at most 100,000, and 64 MiB."),
});

const common = { tag: "Datasets", audience: "operator", extension: true } as const;

export const importEndpoints = [
  endpoint({
    ...common,
    id: "listImports",
    permission: "data.view",
    method: "GET",
    path: "/imports",
    summary: "List imports, the latest first",
    description: "Includes imports of the command line, rollbacks and erasures.",
    query: ImportsQuery,
    response: z.array(Import),
    handle: listImports,
  }),
  endpoint({
    ...common,
    id: "getImport",
    permission: "data.view",
    method: "GET",
    path: "/imports/{id}",
    summary: "Read an import: its progress or its result",
    params: ImportPath,
    response: Import,
    errors: ["not_found"],
    handle: async (context, { params }) => json(shownImport(await runAt(context, params.id))),
  }),
  endpoint({
    ...common,
    id: "deleteImport",
    permission: "data.change",
    method: "DELETE",
    path: "/imports/{id}",
    summary: "Stop an import",
    description:
      "It stops within a second, on any node, and changes nothing. An import that has ended, or whose records are current, is 409.",
    params: ImportPath,
    response: Import,
    errors: ["not_found", "conflict"],
    lock: (tx, { id }) => lockRun(tx, id),
    handle: stopImport,
  }),
  endpoint({
    ...common,
    id: "watchImport",
    permission: "data.view",
    method: "GET",
    path: "/imports/{id}/events",
    summary: "Watch an import as server-sent events",
    description:
      "`progress` events carry the member `progress` of the import; the last event is `end`, and carries the whole import. If the stream ends early, repeat the request with `Last-Event-ID`.",
    params: ImportPath,
    query: FollowQuery,
    headers: LastEventId,
    errors: ["not_found"],
    answers: "events",
    async handle(context, call) {
      await runAt(context, call.params.id);
      return (follow) => importEvents(context, call, follow);
    },
  }),
  endpoint({
    ...common,
    id: "listImportRejects",
    permission: "data.view",
    method: "GET",
    path: "/imports/{id}/rejects",
    summary: "Read all rows that an import rejected",
    description:
      "A table of line, column, value and reason. `as=rows` sends rows of own records in the form of their file, with `vingate_reason` as the last column: correct them and import them with `mode=merge`. The node that received the file keeps them for 30 days.",
    params: ImportPath,
    query: RejectsQuery,
    types: ["text/csv", "application/x-ndjson"],
    errors: ["not_found"],
    answers: "stream",
    handle: readRejects,
  }),
];

async function runAt({ database, clock }: Context, id: string): Promise<ImportRun> {
  const run = await findRun(database, id, clock());
  if (!run) throw notFound(`Import ${id} not found.`);
  return run;
}

async function listImports(context: Context, call: QueryCall<typeof ImportsQuery>) {
  const { family, state, ...page } = call.query;
  const where = join(
    [
      sql`1 = 1`,
      ...(family === undefined ? [] : [sql`family = ${family}`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
    ],
    " and ",
  );
  const range = { where, limit: page.page_size, offset: offsetOf(page) };
  const { runs, total } = await listRuns(context.database, range, context.clock());
  return listAnswer(runs.map(listedImport), total, `/imports${call.search}`, page);
}

async function stopImport(context: Context, call: Call<{ id: string }>): Promise<Answer> {
  const { caller: actor, address, requestId } = call;
  const run = await runAt(context, call.params.id);
  const { id } = run;
  return call.change(async (tx) => {
    if (run.state !== "running" || !(await requestStop(tx, id)))
      throw conflict("The import has ended; only a running import can be stopped.");
    const at = context.clock();
    await recordAudit(tx, {
      at,
      actor,
      address,
      requestId,
      action: "import.stop",
      object: `/imports/${id}`,
      after: { family: run.family },
    });
    return json(shownImport(run));
  });
}

const typesOf = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" } as const;

type RejectsCall = QueryCall<typeof RejectsQuery, { id: string }>;

async function readRejects(context: Context, { params, query }: RejectsCall): Promise<StreamedAnswer> {
  const run = await runAt(context, params.id);
  const folder = uploadsFolder(context.config.dataDir);
  const list = { form: "csv", file: uploadRejects(folder, run.id) } as const;
  const asRows = query.as === "rows";
  const found = (asRows ? uploadRows(folder, run.id) : [list]).find(({ file }) => existsSync(file));
  if (!found) throw noRejects(run, asRows);
  const name = `${run.family}.${asRows ? "rows" : "rejects"}.${found.form}`;
  return { type: typesOf[found.form], headers: attachedAs(name), body: Bun.file(found.file).stream() };
}

function noRejects(run: ImportRun, asRows: boolean): ApiError {
  const { rows_rejected = 0, reject_file = "", rows_file = "" } = outcomeOf(run);
  const file = asRows ? rows_file : reject_file;
  if (run.state === "running") return notFound("No rejected rows yet. Retry when the import has ended.");
  if (rows_rejected === 0) return notFound("The import has no rejected rows.");
  const where =
    file === ""
      ? "Their rows were not kept; without as=rows the list has line, column and reason."
      : `The rejected rows are not on this node; ${run.node} wrote them to ${file}.`;
  return notFound(where);
}
