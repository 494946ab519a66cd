import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FirstRun } from "../../../src/management/system/first-run.ts";

/** What the first start wrote. */
export function readFirstRun(folder: string): FirstRun {
  return JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
}

/** A request, and its answer in JSON. */
export async function call(url: string, method: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, never>,
  };
}
