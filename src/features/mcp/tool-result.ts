import type { Operation } from "../../calls/context.ts";
import type { InnerAnswer } from "../../calls/several/inner-call.ts";
import { errorPage, isDocumented } from "../../management/documentation/error-pages.ts";

export interface ToolResult {
  /** The answers as JSON, and what its reader should know of them. */
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** The first text is a JSON object that the tool's schema describes. */
  readonly isStructured?: boolean;
  /** The request ID of the records, if anything was called. */
  readonly requestId?: string | undefined;
}

/**
 * The result of a tool from its operation's answer: its body, and notes on it. With `isShort` long lists are cut and
 * empty members left out.
 */
export function resultOf(
  { lookup, callsLookups }: Operation,
  { response, body, credits }: InnerAnswer,
  isShort: boolean,
): ToolResult {
  const { headers } = response;
  const parts = callsLookups && response.ok ? partsOf(body) : undefined;
  const isError = parts ? parts.every(([, { data }]) => data === null) : !response.ok;
  const notes = parts ? parts.map(noteOnPart) : [noteOn(response, body)];
  if (lookup || parts) notes.push(costNote(credits, headers.get("x-credits-remaining"), response.ok));
  if (isShort) notes.push(`Lists are cut to ${itemsShown} items, and empty members left out.`);
  if (headers.has("x-test")) notes.push("Test key: synthetic vehicles, nothing is charged.");
  const text = isShort ? shortened(body) : body;
  return {
    texts: [text, notes.filter((note) => note !== "").join("\n")],
    isError,
    isStructured: !isError && text.startsWith("{"),
    requestId: headers.get("x-request-id") ?? undefined,
  };
}

/** A part of a report. */
interface Part {
  readonly source: string | null;
  readonly data: unknown;
  readonly error: { readonly code: string; readonly retry_after_s: number | null } | null;
}

function partsOf(body: string): readonly (readonly [family: string, part: Part])[] {
  return Object.entries((JSON.parse(body) as { data: { parts: Record<string, Part> } }).data.parts);
}

function noteOnPart([family, { source, error }]: readonly [string, Part]): string {
  const note = error ? adviceOn(error.code, error.retry_after_s) : sourceNote(source);
  return note === "" ? "" : `${family}: ${note}`;
}

function noteOn({ ok, status, headers }: Response, body: string): string {
  if (ok) return sourceNote(headers.get("x-data-source"));
  return adviceOn(status === 422 ? "validation_error" : codeOf(body), headers.get("retry-after"));
}

function costNote(cost: number, remaining: string | null, isAnswer: boolean): string {
  if (remaining === null && !isAnswer) return "";
  const words = `Cost of this call: ${cost} ${cost === 1 ? "credit" : "credits"}.`;
  return remaining === null ? words : `${words} Credits remaining: ${remaining}.`;
}

const itemsShown = 3;

/** A JSON body with the first items of each list, and without what is empty. */
function shortened(body: string): string {
  try {
    return JSON.stringify(short(JSON.parse(body)) ?? {});
  } catch {
    return body;
  }
}

function short(value: unknown): unknown {
  if (value === "" || value === null) return undefined;
  if (Array.isArray(value)) {
    const shown = value.slice(0, itemsShown).flatMap((item) => short(item) ?? []);
    return value.length > itemsShown ? [...shown, `and ${value.length - itemsShown} more`] : shown;
  }
  if (typeof value !== "object") return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = short(member);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

function sourceNote(source: string | null): string {
  if (source === null) return "";
  const isSynthetic = source.split(", ").includes("demo");
  return isSynthetic
    ? `Source: ${source}. demo is synthetic data: it describes no real vehicle.`
    : `Source: ${source}.`;
}

function adviceOn(code: string, waitSeconds: string | number | null): string {
  const todo = isDocumented(code) ? `${errorPage(code).todo} Cost: ${errorPage(code).charged}` : "";
  return waitSeconds === null ? todo : `Wait ${waitSeconds} s before the next call. ${todo}`;
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: unknown }).code);
  } catch {
    return "";
  }
}
