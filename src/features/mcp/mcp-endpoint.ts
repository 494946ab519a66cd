import { z } from "zod";
import type { KeyAccess } from "../../access/keys/key-access.ts";
import { buildVersion, serviceName } from "../../base/version.ts";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import { readBody } from "../../http/body.ts";
import { isLoopback } from "../../http/client-address.ts";
import type { Call, ProtocolReply } from "../../http/endpoint.ts";
import { ApiError, forbidden } from "../../http/errors.ts";
import { isJson } from "../../http/validation/validation.ts";
import { given } from "../../running/ports.ts";
import { mcpChallenge } from "../../running/sign-in-ports.ts";
import { callTool, keyOf } from "./call-tool.ts";
import { Fault, type Id, type Message, newRevision, oldRevisions, prefix, readMessage } from "./messages.ts";
import type { ToolResult } from "./tool-result.ts";
import { Toolbox } from "./toolbox.ts";

const instructions =
  "Vehicle data under the caller's key and credits. Use decode_vin for a VIN, decode_plate for a plate, catalogue for names. An answer whose note names the source demo is synthetic. An error's note says what to do.";
const serverInfo = { name: serviceName, version: buildVersion };
const capabilities = { tools: {} };
/** The tools change with the program, and with the plan of the key. */
const listMs = 600_000;
const cached = { ttlMs: listMs, cacheScope: "public" };
const ownMeta = { [`${prefix}serverInfo`]: serverInfo };
const ownMetaText = JSON.stringify(ownMeta);

const toolboxes = new WeakMap<Context, Toolbox>();

function toolboxOf(context: Context): Toolbox {
  let toolbox = toolboxes.get(context);
  if (!toolbox) {
    toolbox = new Toolbox(context);
    toolboxes.set(context, toolbox);
  }
  return toolbox;
}

/** The Model Context Protocol. */
export const mcpEndpoints: readonly Operation[] = [
  endpoint({
    id: "callMcp",
    whileHeld: true,
    method: "POST",
    path: "/mcp",
    tag: "MCP",
    summary: "Call tools by the Model Context Protocol",
    description:
      "Takes one JSON-RPC request of revision 2026-07-28, 2025-11-25, 2025-06-18 or 2025-03-26. Tools call lookups under the key of `x-AuthKey` or `Authorization: Bearer`, with its plan, credits and rates. [The guide](/docs/mcp.md) has settings for clients.",
    audience: "none",
    response: z.looseObject({ jsonrpc: z.literal("2.0").describe("With `result` or `error`.") }),
    errors: ["forbidden", "content_too_large", "unsupported_media_type"],
    extension: true,
    answers: "protocol",
    requestHeaders: ["x-authkey", "mcp-protocol-version", "mcp-method", "mcp-name"],
    handle: answerMcp,
  }),
];

async function answerMcp(context: Context, call: Call): Promise<ProtocolReply> {
  await requireOrigin(context, call);
  const { sentHeaders: headers } = call;
  if (!isJson(headers.get("content-type")))
    throw new ApiError("unsupported_media_type", "Send one JSON-RPC message as application/json.");
  if (!acceptsJson(headers.get("accept"))) return errorReply(new Fault("request", notAccepted, 406));
  const key = keyOf(headers);
  const challenge = mcpChallengeOf(context);
  if (key === null && challenge !== undefined) throw signInFirst(challenge);
  const access = await findAccess(context, key);
  const body = await readBody(call.request!);
  call.keepOpen?.(true);
  let id: Id | undefined;
  try {
    const message = readMessage(body, headers);
    if (!message) return { status: 202, type: "application/json", body: "" };
    ({ id } = message);
    return await answerMessage(context, call, message, access);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    fault.id ??= id;
    return errorReply(fault);
  }
}

const notAccepted = "Accept must name application/json: every answer is one JSON object.";

function acceptsJson(accept: string | null): boolean {
  return accept === null || /application\/(json|\*)|\*\/\*/i.test(accept);
}

/**
 * Refuses scripts of other origins, so that no page reaches a service on its reader's machine by another name. A plan's
 * CORS rule admits its own origins. Throws 403.
 */
async function requireOrigin(context: Context, { sentHeaders, isLocal }: Call): Promise<void> {
  const origin = sentHeaders.get("origin");
  if (origin === null) return;
  const url = URL.parse(origin);
  if (url && url.origin === new URL(context.config.publicUrl).origin) return;
  if (
    url &&
    isLocal &&
    (url.hostname === "localhost" || isLoopback(url.hostname.replace(/^\[(.*)\]$/, "$1")))
  )
    return;
  const access = await findAccess(context, keyOf(sentHeaders)).catch(() => undefined);
  const origins = access?.policy.cors?.origins ?? [];
  if (origins.includes("*") || origins.includes(origin.toLowerCase())) return;
  throw forbidden(
    "Scripts of this Origin may not call /mcp. The operator can add it to the CORS origins of the key's plan.",
  );
}

/** Clients of the protocol find out by it where their user signs in. */
const mcpChallengeOf = ({ running }: Context): string | undefined => given(running, mcpChallenge);

const signInFirst = (challenge: string) =>
  new ApiError(
    "not_authenticated",
    "Send a key, as x-AuthKey or Authorization: Bearer, or sign in as the protocol says.",
    { headers: { "www-authenticate": challenge } },
  );

/** What a key permits; undefined without one, and if the keys cannot be read now. Throws 401 for an unknown key. */
async function findAccess(context: Context, key: string | null): Promise<KeyAccess | undefined> {
  if (key === null) return undefined;
  try {
    return await context.identity.keys.find(key, "mcp");
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "invalid_credential")) return undefined;
    // Clients of the protocol look for this scheme.
    const challenge = `${mcpChallengeOf(context) ?? 'Bearer realm="vingate"'}, error="invalid_token"`;
    throw new ApiError(error.code, error.detail, { headers: { "www-authenticate": challenge } });
  }
}

async function answerMessage(
  context: Context,
  call: Call,
  message: Message,
  access: KeyAccess | undefined,
): Promise<ProtocolReply> {
  const { isNew, id, method, params } = message;
  const reply = (members: object) => resultReply(id, JSON.stringify({ ...members, ...(isNew && ofNew) }));
  switch (method) {
    case "tools/call":
      return toolReply(message, await callTool(context, toolboxOf(context), call, message));
    case "tools/list": {
      const cacheScope = access ? "private" : "public";
      const members = isNew ? `,${JSON.stringify({ ...cached, cacheScope, ...ofNew }).slice(1)}` : "}";
      return resultReply(id, `{"tools":${toolboxOf(context).listFor(access)}${members}`);
    }
    case isNew ? "server/discover" : "":
      return reply({ supportedVersions: [newRevision], capabilities, instructions, ...cached });
    case isNew ? "subscriptions/listen" : "":
      return listenReply(id);
    case isNew ? "" : "initialize": {
      const { protocolVersion } = params;
      const known = oldRevisions.find((one) => one === protocolVersion) ?? oldRevisions[0];
      return reply({ protocolVersion: known, capabilities, serverInfo, instructions });
    }
    case isNew ? "" : "ping":
      return reply({});
    default:
      throw new Fault("method", `Method not found: ${method}`, isNew ? 404 : 200);
  }
}

const ofNew = { resultType: "complete", _meta: ownMeta };

/** Ends a subscription as it begins: the service sends no notifications. */
function listenReply(id: Id): ProtocolReply {
  const _meta = { [`${prefix}subscriptionId`]: id };
  const begun = { method: "notifications/subscriptions/acknowledged", params: { _meta, notifications: {} } };
  const ended = { id, result: { resultType: "complete", _meta } };
  const events = [begun, ended].map((one) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...one })}\n\n`);
  return { status: 200, type: "text/event-stream", body: events.join("") };
}

function toolReply(
  { id, isNew }: Message,
  { texts, isError, isStructured, requestId }: ToolResult,
): ProtocolReply {
  const content = JSON.stringify(texts.filter((text) => text !== "").map((text) => ({ type: "text", text })));
  const structured = isStructured ? `,"structuredContent":${texts[0]}` : "";
  const error = isError ? ',"isError":true' : "";
  const own = isNew ? `,"resultType":"complete","_meta":${ownMetaText}` : "";
  const reply = resultReply(id, `{"content":${content}${structured}${error}${own}}`);
  return requestId === undefined ? reply : { ...reply, headers: { ...headers, "x-request-id": requestId } };
}

/** What a key may see is not for caches that others share. */
const headers = { "cache-control": "no-store" };

function resultReply(id: Id, result: string): ProtocolReply {
  const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  return { status: 200, type: "application/json", headers, body };
}

function errorReply({ id, code, message, data, status }: Fault): ProtocolReply {
  const error = { code, message, ...(data !== undefined && { data }) };
  const body = JSON.stringify({ jsonrpc: "2.0", ...(id !== undefined && { id }), error });
  return { status, type: "application/json", headers, body };
}
