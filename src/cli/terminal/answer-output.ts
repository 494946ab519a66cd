import { styleFor } from "../decode-text.ts";
import { answerText } from "./table.ts";
import { isColourful } from "./text.ts";

/** How a command shows what a service answered. */
export interface AnswerOutput {
  /** On a terminal without `--json`. Otherwise the answer is JSON. */
  readonly isTable: boolean;
  /** Prints JSON on one line. */
  json(body: unknown): void;
  table(data: unknown): void;
  /** A dim line below a table, on standard error. */
  note(text: string): void;
}

export function answerOutput(
  env: Readonly<Record<string, string | undefined>>,
  json: boolean | undefined,
): AnswerOutput {
  const { stdout, stderr } = process;
  const style = styleFor(isColourful(stdout, env));
  return {
    isTable: json !== true && stdout.isTTY === true,
    json: (body) => void stdout.write(`${JSON.stringify(body)}\n`),
    table: (data) => void stdout.write(answerText(data, style, stdout.columns || 80)),
    note: (text) => void stderr.write(`${style.dim(text)}\n`),
  };
}
