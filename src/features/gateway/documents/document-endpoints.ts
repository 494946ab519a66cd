import { z } from "zod";
import { auditContext } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { ApiError, conflict, InvalidRequest, notFound } from "../../../http/errors.ts";
import type { Upload } from "../../../http/upload.ts";
import { type ApiRow, apiNotFound, apis, lockApi } from "../../../management/apis/apis-record.ts";
import {
  type ApiDocument,
  documentTypes,
  findDocument,
  isYamlType,
  removeDocument,
  saveDocument,
} from "./api-documents.ts";
import type { DocumentOperation } from "./operations.ts";
import type { DocumentFault } from "./parse.ts";
import { documentBytesMax, readApart } from "./read-apart.ts";

const shared = {
  path: "/apis/{api_id}/document",
  tag: "APIs",
  audience: "operator",
  params: z.object({ api_id: z.string().meta({ example: "parking" }) }),
  extension: true,
} as const;

const Summary = z
  .object({
    operations: z
      .array(
        z.object({
          id: z.string(),
          method: z.string(),
          path: z.string().describe("The path below that of the API."),
          summary: z.string().describe("What it does, in one line."),
        }),
      )
      .describe("The operations of the document, with their names in reports."),
    warnings: z
      .array(
        z.object({
          line: z.int().describe("The line of the document, from 1."),
          column: z.int().describe("The column, from 1."),
          reason: z.string().describe("What is odd, and what follows from it."),
        }),
      )
      .describe("What is odd in the document, and the schemas by which calls are not checked; at most 20."),
  })
  .meta({ id: "ApiDocument" });

export const documentEndpoints = [
  endpoint({
    ...shared,
    id: "getApiDocument",
    permission: "catalogue.view",
    method: "GET",
    summary: "Read the OpenAPI document of a registered API, as it was put",
    types: [...documentTypes],
    errors: ["not_found"],
    handle: getApiDocument,
  }),
  endpoint({
    ...shared,
    id: "putApiDocument",
    permission: "apis.change",
    method: "PUT",
    summary: "Put the OpenAPI document of a registered API",
    description:
      "OpenAPI 3.0 or 3.1 in JSON of at most 16 MiB or YAML of at most 5 MiB, without references to other documents. Reports and this document then name its operations. If the API's `validate` is true, calls that do not fit are refused. 422 lists the faults with their lines. A schema that cannot be used, such as one with a pattern that cannot be tested in linear time, is a warning, and calls are not checked by it. Paths of the document follow the path of the API.",
    upload: { types: documentTypes, bytesMax: () => documentBytesMax },
    response: Summary,
    errors: ["not_found", "conflict", "unsupported_media_type"],
    lock: (tx, { api_id }) => lockApi(tx, api_id),
    handle: putApiDocument,
  }),
  endpoint({
    ...shared,
    id: "deleteApiDocument",
    permission: "apis.change",
    method: "DELETE",
    summary: "Delete the OpenAPI document of a registered API",
    response: z.object({ status: z.literal("success") }),
    errors: ["not_found", "conflict"],
    lock: (tx, { api_id }) => lockApi(tx, api_id),
    handle: deleteApiDocument,
  }),
];

type DocumentCall = Call<{ api_id: string }>;

async function getApiDocument({ database }: Context, { params }: DocumentCall): Promise<Answer> {
  const found = await findDocument(database, params.api_id);
  if (!found) throw noDocument(params.api_id);
  return { body: found.source, type: found.mediaType };
}

async function putApiDocument(context: Context, call: DocumentCall): Promise<Answer> {
  const { api_id } = call.params;
  // Before the document is read, which takes seconds.
  requireRegistered(await apis.find(context.database, api_id), api_id);
  const document = await received(call.upload!);
  const reading = await readApart(document.source, isYamlType(document.mediaType));
  if ("faults" in reading) throw new InvalidRequest(reading.faults.map(issueOf));
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    requireRegistered(await lockApi(tx, api_id), api_id);
    await saveDocument(tx, api_id, document, reading, audit);
    const operations = (JSON.parse(reading.operations) as DocumentOperation[]).map(
      ({ id, method, path, summary }) => ({
        id,
        method,
        path,
        summary,
      }),
    );
    const warnings = reading.warnings.map(({ line, column, reason }) => ({ line, column, reason }));
    return json({ operations, warnings });
  });
}

async function received(upload: Upload): Promise<ApiDocument> {
  const mediaType = documentTypes.find((type) => type === upload.type);
  if (!mediaType)
    throw new ApiError("unsupported_media_type", `Send the document as ${documentTypes.join(", ")}.`);
  if (upload.encoding !== "" && upload.encoding !== "identity")
    throw new ApiError("unsupported_media_type", "Send the document as it is, without Content-Encoding.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload.read()) chunks.push(chunk);
  return { mediaType, source: Buffer.concat(chunks) };
}

/** A fault as an entry of the 422. */
function issueOf({ line, column, path, reason }: DocumentFault) {
  const msg = `Value error, line ${line}, column ${column}: ${reason}`;
  return { type: "value_error", loc: ["body", ...path], msg, input: null, ctx: { error: {}, line, column } };
}

function deleteApiDocument(context: Context, call: DocumentCall): Promise<Answer> {
  const audit = auditContext(context, call);
  const { api_id } = call.params;
  return call.change(async (tx) => {
    requireRegistered(await lockApi(tx, api_id), api_id);
    if (!(await removeDocument(tx, api_id, audit))) throw noDocument(api_id);
    return json({ status: "success" });
  });
}

function noDocument(id: string): ApiError {
  return notFound(`API ${id} has no document.`);
}

/** 404 without the API, 409 for a built-in one. */
function requireRegistered(row: ApiRow | undefined, id: string): void {
  if (!row) throw apiNotFound(id);
  if (row.builtin) throw conflict(`${id} is a built-in API. The service's own document describes it.`);
}
