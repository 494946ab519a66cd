import { errors } from "../../http/errors.ts";
import { type DocumentedCode, errorAdvice } from "./error-advice.ts";

/** The documentation of one error code. */
interface ErrorPage {
  readonly code: DocumentedCode;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly when: string;
  readonly todo: string;
  readonly charged: string;
}

const invalid = {
  status: 422,
  title: "Invalid request",
  meaning:
    "An input is invalid. `detail` lists each invalid input with its place (`loc`), the reason (`msg`) and its value (`input`). An `input` that is or may contain a secret is shown as `[redacted]`, one of more than 2 KiB as `[omitted: longer than 2 KiB]`.",
};

/** Every code, by status. */
export const documentedCodes: readonly DocumentedCode[] = (Object.keys(errorAdvice) as DocumentedCode[]).sort(
  (a, b) => errorPage(a).status - errorPage(b).status,
);

export function isDocumented(code: string): code is DocumentedCode {
  return Object.hasOwn(errorAdvice, code);
}

export function errorPage(code: DocumentedCode): ErrorPage {
  const known = code === "validation_error" ? invalid : errors[code];
  const charged =
    code === "vehicle_not_found" || code === "record_not_found"
      ? "Nothing, unless the plan charges for calls that find nothing."
      : "Nothing.";
  return { code, ...known, ...errorAdvice[code], charged };
}

/** An error's page as Markdown. */
export function errorMarkdown(code: DocumentedCode): string {
  const { status, title, meaning, when, todo, charged } = errorPage(code);
  return [
    `# ${status} ${title}`,
    "",
    `\`${code}\`: ${meaning}`,
    "",
    "## When it happens",
    "",
    when,
    "",
    "## What to do",
    "",
    todo,
    "",
    "## Cost",
    "",
    charged,
    "",
  ].join("\n");
}
