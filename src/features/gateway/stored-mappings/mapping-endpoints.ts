import { z } from "zod";
import { auditContext } from "../../../access/audit.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { ApiError, conflict, InvalidRequest, notFound } from "../../../http/errors.ts";
import type { Upload } from "../../../http/upload.ts";
import { type ApiRow, apiNotFound, apis, lockApi } from "../../../management/apis/apis-record.ts";
import { asksUpstream } from "../../../vehicles/families/asks-upstream.ts";
import {
  deleteMapping,
  findPutMapping,
  type MappedSource,
  mappingBytesMax,
  type PutMapping,
  saveMapping,
} from "./api-mappings.ts";
import { readMappingApart } from "./read-apart.ts";
import { type MappingFault, type MappingReading, mappingFaultText } from "./read-mapping.ts";

const types = ["application/yaml", "application/json"] as const;

const shared = {
  path: "/apis/{api_id}/mapping",
  tag: "APIs",
  audience: "operator",
  params: z.object({ api_id: z.string().meta({ example: "auction" }) }),
  query: z.object({
    source: z
      .enum(["first", "other"])
      .default("first")
      .describe("Whether the mapping is for the upstream, or for the other one, the fallback."),
  }),
  extension: true,
} as const;

const Fault = z.object({
  path: z.string().describe("The column or the member of the mapping."),
  reason: z.string(),
});

const Sample = z
  .object({
    lookup: z.string().describe("The lookup that the answer is for."),
    is: z.enum(["record", "not_found", "failure"]).describe("What the sample declares."),
    outcome: z.enum(["record", "not_found", "failure", "outside"]).describe("How the mapping reads it."),
    as_declared: z.boolean().describe("Whether outcome and data are as the sample declares."),
    original: z.unknown().describe("The vendor's body."),
    data: z.unknown().describe("The `data` of the answer; null without a record."),
    faults: z.array(Fault).describe("What of the answer is outside the mapping."),
    columns: z
      .array(
        z.object({
          record: z.int().describe("Which record, from 0."),
          column: z.string().describe("The documented column."),
          path: z.string().nullable().describe("The expression; null for a fixed value."),
          found: z.unknown().describe("The value in the vendor's body; null if it has none."),
          read: z.unknown().describe("What the column makes of it."),
        }),
      )
      .describe("What each column found, and how it was read."),
    unread: z.array(z.string()).describe("Members of the records that no expression reads."),
  })
  .meta({ id: "MappingSample" });

const Checked = z
  .object({
    api: z.string().describe("The built-in API that the mapping is for."),
    samples: z.array(Sample).describe("The samples in their order."),
  })
  .meta({ id: "VendorMapping" });

export const mappingEndpoints = [
  endpoint({
    ...shared,
    id: "getApiMapping",
    permission: "catalogue.view",
    method: "GET",
    summary: "Read the mapping of a vendor's API, as it was put",
    description: "`Last-Modified` is when it was put, `Repr-Digest` its SHA-256.",
    types: [types[0]],
    errors: ["not_found"],
    handle: getMapping,
  }),
  endpoint({
    ...shared,
    id: "putApiMapping",
    permission: "apis.change",
    method: "PUT",
    summary: "Put the mapping of a vendor's API, which makes it an upstream of a built-in API",
    description:
      "YAML or JSON of at most 256 KiB. 422 lists the faults of the text and of its samples, and nothing is stored.",
    upload: { types, bytesMax: () => mappingBytesMax },
    response: Checked,
    errors: ["not_found", "conflict", "unsupported_media_type"],
    lock: (tx, { api_id }) => lockApi(tx, api_id),
    handle: putMapping,
  }),
  endpoint({
    ...shared,
    id: "deleteApiMapping",
    permission: "apis.change",
    method: "DELETE",
    summary: "Delete the mapping of a vendor's API",
    response: z.object({ status: z.literal("success") }),
    errors: ["not_found", "conflict"],
    lock: (tx, { api_id }) => lockApi(tx, api_id),
    handle: removeMapping,
  }),
  endpoint({
    id: "previewApiMapping",
    method: "POST",
    path: "/apis/{api_id}/mapping/preview",
    tag: "APIs",
    audience: "operator",
    permission: "apis.change",
    summary: "Read the samples of a mapping without storing it",
    description:
      "Each sample's body beside the data that the mapping makes of it. 422 lists faults of the text.",
    params: shared.params,
    upload: { types, bytesMax: () => mappingBytesMax },
    response: Checked,
    errors: ["not_found", "conflict", "unsupported_media_type"],
    extension: true,
    handle: previewMapping,
  }),
];

type Read = Extract<MappingReading, { readonly api: string }>;
type MappingCall = Call<{ api_id: string }>;

const sourceOf = ({ query }: MappingCall): MappedSource =>
  (query as unknown as { readonly source: MappedSource }).source;

async function getMapping({ database }: Context, call: MappingCall): Promise<Answer> {
  const { api_id } = call.params;
  const found = await findPutMapping(database, api_id, sourceOf(call));
  if (!found) throw noMapping(api_id);
  const { text, sha256, updatedAt: at } = found;
  const digest = Buffer.from(sha256, "hex").toString("base64");
  const headers = {
    "last-modified": new Date(at).toUTCString(),
    "repr-digest": `sha-256=:${digest}:`,
  };
  return { body: text, type: types[0], headers };
}

async function putMapping(context: Context, call: MappingCall): Promise<Answer> {
  const { api_id } = call.params;
  const source = sourceOf(call);
  const former = await findPutMapping(context.database, api_id, source);
  const { text, reading, isSame } = await received(context, call, former?.text);
  if (reading.faults.length > 0) throw new InvalidRequest(reading.faults.map(issueOf));
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const row = await lockApi(tx, api_id);
    requireAsking(row, api_id);
    // Another text can have been put while this one was read.
    const readsAs = (stored: PutMapping) => isSame && stored.sha256 === former?.sha256;
    await saveMapping(tx, row!, source, text, readsAs, audit);
    return json({ api: reading.api, samples: [...reading.samples] });
  });
}

function removeMapping(context: Context, call: MappingCall): Promise<Answer> {
  const audit = auditContext(context, call);
  const { api_id } = call.params;
  const source = sourceOf(call);
  return call.change(async (tx) => {
    const row = await lockApi(tx, api_id);
    requireAsking(row, api_id);
    if (!(await deleteMapping(tx, row!, source, audit))) throw noMapping(api_id);
    return json({ status: "success" });
  });
}

async function previewMapping(context: Context, call: MappingCall): Promise<Answer> {
  const { reading } = await received(context, call);
  return json({ api: reading.api, samples: [...reading.samples] });
}

/** The mapping in the body of a call. Throws 422 for faults of its text, 409 if it is for another API. */
async function received(
  context: Context,
  call: MappingCall,
  former: string | null = null,
): Promise<{ text: string; reading: Read; isSame: boolean }> {
  const { api_id } = call.params;
  requireAsking(await apis.find(context.database, api_id), api_id);
  const text = await textOf(call.upload!);
  const { reading, isSame } = await readMappingApart(text, former);
  if (!("api" in reading)) throw new InvalidRequest(reading.faults.map(issueOf));
  if (reading.api !== api_id)
    throw conflict(
      `The mapping is for ${reading.api}, not for ${api_id}. Put it there, or change its "api".`,
    );
  return { text, reading, isSame };
}

async function textOf(upload: Upload): Promise<string> {
  if (!types.some((type) => type === upload.type))
    throw new ApiError("unsupported_media_type", `Send the mapping as ${types.join(" or ")}.`);
  if (upload.encoding !== "" && upload.encoding !== "identity")
    throw new ApiError("unsupported_media_type", "Send the mapping as it is, without Content-Encoding.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload.read()) chunks.push(chunk);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    if (!text.includes("\0")) return text;
  } catch {
    // The error below names the reason.
  }
  throw new InvalidRequest(["body"], "the mapping must be text in UTF-8, without NUL characters", null);
}

/** A fault as an entry of the 422. */
function issueOf(fault: MappingFault) {
  const { line, sample, path } = fault;
  const loc = [
    "body",
    ...(sample === null ? [] : ["samples", sample - 1]),
    ...(path === "" ? [] : path.split(".")),
  ];
  const place = { ...(line !== null && { line }), ...(sample !== null && { sample }) };
  const msg = `Value error, ${mappingFaultText(fault)}`;
  return { type: "value_error", loc, msg, input: null, ctx: { error: {}, ...place } };
}

function noMapping(id: string): ApiError {
  return notFound(`API ${id} has no such mapping.`);
}

/** 404 without the API, 409 for one without upstreams of lookups. */
function requireAsking(row: ApiRow | undefined, id: string): void {
  if (!row) throw apiNotFound(id);
  if (!row.builtin) throw conflict(`${id} is a registered API. Its calls are forwarded as they are.`);
  if (!asksUpstream(id))
    throw conflict(`${id} computes its answers. It asks no upstream, so it has no mapping.`);
}
