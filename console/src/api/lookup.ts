import { servicePath } from "../base/service-path.ts";
import { reach } from "./client.ts";

/** What came of a lookup: all that there is to show of it. */
export interface LookedUp {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** Until the whole answer was here, milliseconds. */
  readonly milliseconds: number;
  readonly requestId: string;
  /** What the key has left, as the answer says: a number, or "unlimited". */
  readonly remaining: string | undefined;
  readonly source: string | undefined;
}

/** Makes the very request that a program would make with this key. */
export async function lookUp(path: string, key: string, signal?: AbortSignal): Promise<LookedUp> {
  const started = performance.now();
  const response = await reach(
    new Request(servicePath + path, { headers: { "x-authkey": key }, cache: "no-store", signal }),
  );
  const text = await response.text();
  const { headers, status } = response;
  return {
    path,
    status,
    body: parsed(text),
    headers,
    milliseconds: performance.now() - started,
    requestId: headers.get("x-request-id") ?? "",
    remaining: headers.get("x-credits-remaining") ?? undefined,
    source: headers.get("x-data-source") ?? undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What an answer that is no 200 says of itself. */
export function saidBy({ body, status }: LookedUp): string {
  const { detail } = (body ?? {}) as { detail?: unknown };
  if (Array.isArray(detail)) return detail.map((issue: { msg: string }) => issue.msg).join(". ");
  return typeof detail === "string" ? detail : `The service answered ${status}.`;
}

/** The error code of an answer that is no 200; a 422 has none of its own. */
export function codeOf({ body, status }: LookedUp): string {
  const { code } = (body ?? {}) as { code?: string };
  return code ?? (status === 422 ? "validation_error" : "internal");
}
