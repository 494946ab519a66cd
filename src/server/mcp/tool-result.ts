import { errorPage, isDocumented } from "../../management/documentation/error-pages.ts";
import type { ToolCall } from "./arguments.ts";

/** What one operation answered to a tool. */
export interface ToolAnswer {
  readonly call: ToolCall;
  readonly response: Response;
  readonly body: string;
}

/** The texts of a tool's result: the answers as JSON, and what its reader should know of them. */
export interface ToolResult {
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** Of the records, if anything was called. */
  readonly requestId?: string | undefined;
}

/** The result of a tool: the body of its one operation, or the bodies of a report by family. */
export function resultOf(answers: readonly ToolAnswer[], isReport: boolean): ToolResult {
  const isError = answers.every(({ response }) => !response.ok);
  const [first] = answers as [ToolAnswer];
  const body = isReport
    ? `{${answers.map(({ call, body }) => `${JSON.stringify(call.name)}:${body}`).join(",")}}`
    : first.body;
  const notes = answers.map((answer) => noteOf(answer, isReport));
  const remaining = answers
    .map(({ response }) => response.headers.get("x-credits-remaining"))
    .findLast((one) => one !== null);
  if (remaining !== undefined) notes.push(`Credits remaining: ${remaining}.`);
  if (first.response.headers.has("x-test")) notes.push("Test key: synthetic vehicles, nothing is charged.");
  const requestId = first.response.headers.get("x-request-id") ?? undefined;
  return { texts: [body, notes.filter((note) => note !== "").join("\n")], isError, requestId };
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
