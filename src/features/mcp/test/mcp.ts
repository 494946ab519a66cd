import { ask, type Got } from "../../../../test/harness.ts";
import { buildVersion } from "../../../base/version.ts";
import type { Serve } from "../../../calls/dispatch.ts";

export const revision = "2026-07-28";
export const meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientCapabilities": {},
};
export const ownMeta = { "io.modelcontextprotocol/serverInfo": { name: "vingate", version: buildVersion } };

/** Sends a body as it is. */
export function post(serve: Serve, body: string, headers: Record<string, string> = {}): Promise<Got> {
  return ask(serve, "POST", "/mcp", { body, headers: { "content-type": "application/json", ...headers } });
}

/** A request of the new revision, with its headers. */
export function request(
  method: string,
  params: object = {},
  id: unknown = 1,
): { body: string; headers: Record<string, string> } {
  const { name } = params as { name?: unknown };
  return {
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { _meta: meta, ...params } }),
    headers: {
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
  };
}

/** Calls a tool under a key; "" sends none. */
export function callTool(
  serve: Serve,
  key: string,
  name: string,
  args: unknown,
  more: Record<string, string> = {},
): Promise<Got> {
  const { body, headers } = request("tools/call", { name, arguments: args });
  return post(serve, body, { ...headers, ...(key !== "" && { "x-authkey": key }), ...more });
}

/** The texts of a tool's result. */
export function textsOf({ body }: Got): string[] {
  const { result } = body as { result: { content: { text: string }[] } };
  return result.content.map(({ text }) => text);
}
