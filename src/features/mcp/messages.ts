/** The revision whose requests stand alone: each has its version and its client's capabilities. */
export const newRevision = "2026-07-28";
/** Revisions whose clients begin with `initialize`, the preferred one first. */
export const oldRevisions = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** Codes of JSON-RPC and of the revision. */
export const faults = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  headers: -32020,
  version: -32022,
} as const;

export type Id = string | number;

/** Refuses a message with a JSON-RPC error. `status` is that of HTTP. */
export class Fault extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;
  /** Absent if the message has none that can be read. */
  id: Id | undefined;

  constructor(kind: keyof typeof faults, message: string, status = 400, data?: unknown) {
    super(message);
    this.code = faults[kind];
    this.status = status;
    this.data = data;
  }
}

/** A request of a client. */
export interface Message {
  /** Whether it is of `newRevision`. */
  readonly isNew: boolean;
  readonly id: Id;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export const prefix = "io.modelcontextprotocol/";
const none = {};

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The message of a body; undefined for a notification. Throws `Fault`. */
export function readMessage(body: Uint8Array | null, headers: Headers): Message | undefined {
  const sent = parse(body);
  if (Array.isArray(sent))
    throw new Fault("request", "Batches are not supported. Send each message in a request of its own.");
  if (!isObject(sent) || sent.jsonrpc !== "2.0" || typeof sent.method !== "string")
    throw new Fault("request", "The body is not a JSON-RPC 2.0 request or notification.");
  const { id, method, params = none } = sent;
  if (id === undefined && method.startsWith("notifications/")) return undefined;
  if (typeof id !== "string" && !Number.isSafeInteger(id))
    throw new Fault("request", "A request needs an id, a string or an integer.");
  try {
    if (!isObject(params)) throw new Fault("params", "params is not an object.");
    const { _meta: meta = none } = params;
    if (!isObject(meta)) throw new Fault("params", "params._meta is not an object.");
    const isNew = isOfNewRevision(meta, headers.get("mcp-protocol-version"));
    const message = { isNew, id: id as Id, method, params, meta };
    if (isNew) requireHeaders(message, headers);
    return message;
  } catch (fault) {
    if (fault instanceof Fault) fault.id = id as Id;
    throw fault;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(utf8.decode(body ?? new Uint8Array()));
  } catch {
    throw new Fault("parse", "The body is not JSON in UTF-8.");
  }
}

/** Throws if body and header name different versions, or one that is not served. */
function isOfNewRevision(meta: Message["meta"], header: string | null): boolean {
  const version = meta[`${prefix}protocolVersion`];
  if (version === undefined) {
    if (header === null || oldRevisions.some((one) => one === header)) return false;
    if (header !== newRevision) throw unsupported(header);
    throw missing("protocolVersion");
  }
  if (typeof version !== "string") throw missing("protocolVersion");
  if (header !== version) throw mismatch("MCP-Protocol-Version", header, version);
  if (version !== newRevision) throw unsupported(version);
  return true;
}

function unsupported(requested: string): Fault {
  const supported = [newRevision, ...oldRevisions];
  return new Fault("version", "Unsupported protocol version", 400, { supported, requested });
}

function missing(name: string): Fault {
  return new Fault("params", `params._meta lacks ${prefix}${name}, or it is of another type.`);
}

function mismatch(name: string, header: string | null, value: string): Fault {
  const fault =
    header === null
      ? `the header ${name} is missing`
      : `${name} header value '${header}' does not match body value '${value}'`;
  return new Fault("headers", `Header mismatch: ${fault}`);
}

function requireHeaders({ method, params, meta }: Message, headers: Headers): void {
  const sent = headers.get("mcp-method");
  if (sent !== method) throw mismatch("Mcp-Method", sent, method);
  if (method === "tools/call" && typeof params.name === "string") {
    const name = headers.get("mcp-name");
    if (name === null || decoded(name) !== params.name) throw mismatch("Mcp-Name", name, params.name);
  }
  if (!isObject(meta[`${prefix}clientCapabilities`])) throw missing("clientCapabilities");
}

/** A header's value, which may be Base64 between marks. */
function decoded(value: string): string | undefined {
  const coded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (coded === undefined) return value;
  try {
    return utf8.decode(Buffer.from(coded, "base64"));
  } catch {
    return undefined;
  }
}
