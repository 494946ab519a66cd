import { createHash } from "node:crypto";
import type { Answer, Endpoint } from "./endpoint.ts";

/** A strong validator of an answer's body (RFC 9110, 8.8.3). */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Whether an operation needs no credential. */
export function isOpen({ audience }: Endpoint): boolean {
  return audience === "none" || audience === "optional";
}

/** Whether an operation is on managed resources: what signed-in callers read and change. */
export function isManaged(endpoint: Endpoint): boolean {
  return endpoint.audience === "customer" || endpoint.audience === "operator";
}

/** Whether an answer carries an ETag: managed resources read as JSON do. Secrets are shown only by POST. */
export function hasEtag(endpoint: Endpoint, answer: Answer): boolean {
  return endpoint.method === "GET" && isManaged(endpoint) && answer.type === "application/json";
}

/** Whether a list of validators, as `If-Match` and `If-None-Match` carry it, names this one. */
export function namesEtag(header: string, etag: string, weakly: boolean): boolean {
  if (header.trim() === "*") return true;
  return header
    .split(",")
    .map((item) => item.trim())
    .some((item) => item === etag || (weakly && item === `W/${etag}`));
}
