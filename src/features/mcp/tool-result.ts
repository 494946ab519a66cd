import { errorPage, isDocumented } from "../../management/documentation/error-pages.ts";
import type { ToolCall, UnfitCall } from "./arguments.ts";

/** What one operation answered to a tool. */
export interface ToolAnswer {
  readonly call: ToolCall;
  readonly response: Response;
  readonly body: string;
  /** What its records were charged. */
  readonly credits: number;
}

/** The result of a tool. */
export interface ToolResult {
  /** The answers as JSON, and what its reader should know of them. */
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** The first text is a JSON object that the tool's schema describes. */
  readonly isStructured?: boolean;
  /** Of the records, if anything was called. */
  readonly requestId?: string | undefined;
}

interface ResultOptions {
  readonly isReport: boolean;
  /** Whether long lists are cut and empty members left out. */
  readonly isShort: boolean;
}

/** The result of a tool: the body of its one operation, or the bodies of a report by family. */
export function resultOf(
  all: readonly (ToolAnswer | UnfitCall)[],
  { isReport, isShort }: ResultOptions,
): ToolResult {
  const answers = all.filter((one): one is ToolAnswer => "response" in one);
  const isError = answers.every(({ response }) => !response.ok);
  const [first] = answers as [ToolAnswer];
  const parts = all.map((one) =>
    "response" in one ? answeredPart(one, { isReport, isShort }) : unfitPart(one),
  );
  const body = isReport
    ? `{${parts.map((part) => `${JSON.stringify(part.name)}:${part.body}`).join(",")}}`
    : parts[0]!.body;
  const notes = parts.map(({ note }) => note);
  if (answers.some(({ call }) => call.candidate.operation.lookup)) notes.push(costNote(answers));
  if (isShort) notes.push(`Lists are cut to ${itemsShown} items, and empty members left out.`);
  if (first.response.headers.has("x-test")) notes.push("Test key: synthetic vehicles, nothing is charged.");
  const requestId = first.response.headers.get("x-request-id") ?? undefined;
  const isStructured = !isError && body.startsWith("{");
  return { texts: [body, notes.filter((note) => note !== "").join("\n")], isError, isStructured, requestId };
}

/** What the result says of one family. */
interface Part {
  readonly name: string;
  readonly body: string;
  readonly note: string;
}

function answeredPart(answer: ToolAnswer, { isReport, isShort }: ResultOptions): Part {
  const { call, body } = answer;
  return { name: call.name, body: isShort ? shortened(body) : body, note: noteOf(answer, isReport) };
}

function unfitPart({ name, fault }: UnfitCall): Part {
  return {
    name,
    body: JSON.stringify({ detail: fault.detail }),
    note: `${name}: ${fault.message}. Not called, nothing was charged.`,
  };
}

/** What the calls cost together, and the least balance that one of them saw: they run at the same time. */
function costNote(answers: readonly ToolAnswer[]): string {
  const cost = answers.reduce((sum, { credits }) => sum + credits, 0);
  const seen = answers.flatMap(({ response }) => response.headers.get("x-credits-remaining") ?? []);
  const numbers = seen.map(Number).filter(Number.isFinite);
  const remaining = numbers.length > 0 ? String(Math.min(...numbers)) : seen[0];
  if (remaining === undefined && answers.every(({ response }) => !response.ok)) return "";
  const words = `Cost of this call: ${cost} ${cost === 1 ? "credit" : "credits"}.`;
  return remaining === undefined ? words : `${words} Credits remaining: ${remaining}.`;
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

function noteOf({ call, response, body }: ToolAnswer, isReport: boolean): string {
  const note = response.ok ? sourceNote(response.headers.get("x-data-source")) : adviceOn(response, body);
  return isReport && note !== "" ? `${call.name}: ${note}` : note;
}

function sourceNote(source: string | null): string {
  if (source === null) return "";
  const isSynthetic = source.split(", ").includes("demo");
  return isSynthetic
    ? `Source: ${source}. demo is synthetic data: it describes no real vehicle.`
    : `Source: ${source}.`;
}

function adviceOn({ status, headers }: Response, body: string): string {
  const code = status === 422 ? "validation_error" : codeOf(body);
  const wait = headers.get("retry-after");
  const todo = isDocumented(code) ? `${errorPage(code).todo} Cost: ${errorPage(code).charged}` : "";
  return wait === null ? todo : `Wait ${wait} s before the next call. ${todo}`;
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: unknown }).code);
  } catch {
    return "";
  }
}
