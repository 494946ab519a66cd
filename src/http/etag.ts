import { createHash, type Hash } from "node:crypto";
import { nextTurn } from "../base/pause.ts";
import { encodedEtag, encodings } from "./encoding/encodings.ts";
import type { Answer, Endpoint } from "./endpoint.ts";

/** A strong validator of a body (RFC 9110, 8.8.3). */
export function etagOf(body: string | Uint8Array): string {
  return shortTag(createHash("sha256").update(body));
}

const bytesAtOnce = 1024 * 1024;

/** The same of a body of any size, in parts of a millisecond. */
export async function etagInParts(body: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < body.length; at += bytesAtOnce) {
    if (at > 0) await nextTurn();
    hash.update(body.subarray(at, at + bytesAtOnce));
  }
  return shortTag(hash);
}

const shortTag = (hash: Hash) => `"${hash.digest("base64url").slice(0, 22)}"`;

/** Whether an operation needs no credential. */
export function isOpen({ audience }: Endpoint): boolean {
  return audience === "none" || audience === "optional" || audience === "any";
}

/** Whether an operation is on managed resources, which signed-in callers read and change. */
export function isManaged(endpoint: Endpoint): boolean {
  return endpoint.audience === "customer" || endpoint.audience === "operator";
}

/** Whether a response has an ETag: managed resources do, but no tables. Only POST shows secrets. */
export function hasEtag(endpoint: Endpoint, answer: Answer): boolean {
  return endpoint.method === "GET" && isManaged(endpoint) && /json$|yaml$/.test(answer.type);
}

/** Whether `If-Match` or `If-None-Match` contains an ETag. */
export function namesEtag(header: string, etag: string, weakly: boolean): boolean {
  if (header.trim() === "*") return true;
  return header
    .split(",")
    .map((item) => item.trim())
    .some((item) => item === etag || (weakly && item === `W/${etag}`));
}

/** The same of a resource's ETag, or that of one of its coded forms. */
export function namesResource(header: string, etag: string, weakly: boolean): boolean {
  const forms = [etag, ...encodings.map((encoding) => encodedEtag(etag, encoding))];
  return forms.some((form) => namesEtag(header, form, weakly));
}
