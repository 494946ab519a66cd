import { refuse, type ValidationIssue } from "./issues.ts";
import { parseJson } from "./json.ts";

/** A body as the framework reads it, before any schema. */
export type ReadBody =
  | { readonly kind: "absent" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly issue: ValidationIssue }
  | { readonly kind: "undecodable" };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body: JSON by its content type, else the text as one string, which no object schema accepts. */
export function readBody(body: Uint8Array | null, contentType: string | null): ReadBody {
  if (body === null || body.byteLength === 0) return { kind: "absent" };
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return { kind: "undecodable" };
  }
  if (!isJson(contentType)) return { kind: "value", value: text };
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value === null ? { kind: "absent" } : { kind: "value", value: parsed.value };
  const issues: ValidationIssue[] = [];
  refuse(issues, "json_invalid", "JSON decode error", {}, { error: parsed.error });
  issues[0]!.loc.push("body", parsed.position);
  return { kind: "invalid", issue: issues[0]! };
}

/** application/json and application/…+json, with or without parameters, in any case. */
export function isJson(contentType: string | null): boolean {
  const essence = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  return /^application\/(?:json|[^/]*\+json)$/.test(essence);
}
