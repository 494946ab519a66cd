import { createHash } from "node:crypto";
import type { Answer, Endpoint } from "./endpoint.ts";

/** A strong validator of a body (RFC 9110, 8.8.3). */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Whether an operation needs no credential. */
export function isOpen({ audience }: Endpoint): boolean {
  return audience === "none" || audience === "optional";
}

/** Whether an operation is on managed resources, which signed-in callers read and change. */
export function isManaged(endpoint: Endpoint): boolean {
  return endpoint.audience === "customer" || endpoint.audience === "operator";
}

/** Whether a response has an ETag: managed resources in JSON do. Only POST shows secrets. */
export function hasEtag(endpoint: Endpoint, answer: Answer): boolean {
  return endpoint.method === "GET" && isManaged(endpoint) && answer.type === "application/json";
}

/** Whether `If-Match` or `If-None-Match` contains an ETag. */
export function namesEtag(header: string, etag: string, weakly: boolean): boolean {
  if (header.trim() === "*") return true;
  return header
    .split(",")
    .map((item) => item.trim())
    .some((item) => item === etag || (weakly && item === `W/${etag}`));
}
