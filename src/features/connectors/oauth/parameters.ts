import { readBody } from "../../../http/body.ts";
import { Fault } from "./fault.ts";

/** Bytes of a request's body. */
export const bodyBytesMax = 16 * 1024;

/** Parameters of OAuth by name. An empty one is an absent one; throws `Fault` for one that was sent twice (RFC 6749, 3.1). */
export function parametersOf(form: URLSearchParams): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of form) {
    if (found.has(name)) throw new Fault("invalid_request", `${quoted(name)} was sent twice.`);
    found.set(name, value);
  }
  for (const [name, value] of found) if (value === "") found.delete(name);
  return found;
}

/** The parameters of a form in a request's body. Throws `Fault`, and 413. */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw new Fault("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
  const body = await readBody(request, { bytes: bodyBytesMax, form: true });
  return parametersOf(new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array())));
}

export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new Fault("invalid_request", `${name} is missing.`);
  return value;
}

/** A name as a description may repeat it: RFC 6749 allows printable ASCII there, without quotes and backslashes. */
const quoted = (name: string): string => name.slice(0, 40).replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?");
