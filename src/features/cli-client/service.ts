import { ApiError, ConnectionError, Vingate, VingateError } from "../../../sdk/typescript/src/index.ts";
import { type AnswerOutput, answerOutput } from "../../cli/terminal/answer-output.ts";
import { findLogin, type Login, readLogins } from "../../cli/terminal/logins.ts";
import { plainText } from "../../cli/terminal/text.ts";
import { type DocumentedCode, errorAdvice } from "../../management/documentation/error-advice.ts";

/** Exit codes of commands that call a service; 2 is a wrong command line. */
export const exitCodes = {
  done: 0,
  notFound: 1,
  invalid: 2,
  refused: 3,
  noCredits: 4,
  unavailable: 5,
  interrupted: 130,
} as const;

export const exitCodesHelp = `Exit code: 0; 1 without a record or vehicle, or if the command failed; 2 for a wrong command
line or invalid input; 3 if the key is missing or refused; 4 if credits or quota are used up;
5 if the service cannot be reached or cannot answer now; 130 if interrupted.`;

export const serviceOption = { service: { type: "string" } } as const;

export const serviceHelp = `  --service NAME  The login to use, if there are several. Without it VINGATE_URL and
                  VINGATE_KEY are used if they are set.`;

type Environment = Readonly<Record<string, string | undefined>>;

/** A fault that ends a command with its own exit code. */
export class ServiceFailure extends Error {
  readonly exitCode: number;
  /** What the service answered, if it did. */
  readonly answer: Pick<ApiError, "code" | "status" | "requestId"> | undefined;

  constructor(message: string, exitCode: number, answer?: ServiceFailure["answer"]) {
    super(message);
    this.exitCode = exitCode;
    this.answer = answer;
  }
}

/** The login of a command. Throws `ServiceFailure` without one. */
export function requireLogin(env: Environment, service: string | undefined): Login {
  const login = findLogin(env, service);
  if (login) return login;
  const names = [...readLogins(env).keys()];
  const others = names.length === 0 ? "" : ` Logins: ${names.join(", ")} (--service NAME).`;
  const which = service === undefined ? "There is no login." : `There is no login "${service}".`;
  const option = service === undefined ? "" : ` --service ${service}`;
  throw new ServiceFailure(`${which}${others}\nLog in with: vingate login URL${option}`, exitCodes.refused);
}

interface Asking {
  readonly login: Login;
  readonly client: Vingate;
  readonly output: AnswerOutput;
}

/** Runs a command that shows what the service of a login answers, with `--service` and `--json`. */
export const withAnswer = (
  command: string,
  env: Environment,
  { service, json }: { readonly service?: string | undefined; readonly json?: boolean | undefined },
  work: (asking: Asking) => Promise<number>,
): Promise<number> =>
  withFailures(
    command,
    () => {
      const login = requireLogin(env, service);
      return work({ login, client: clientOf(login), output: answerOutput(env, json) });
    },
    { json },
  );

/** A client of the service of a login, which tries again as every client unless `retries` is given. */
export function clientOf({ url, key }: Login, retries?: number): Vingate {
  // Neither is read from the environment again.
  return new Vingate({ url, key, token: "", retries, headers: { "user-agent": "vingate" } });
}

function exitCodeOf({ status, code }: ApiError): number {
  if (status === 404) return exitCodes.notFound;
  if (status === 401 || status === 403) return exitCodes.refused;
  if (status === 402 || code === "quota_exceeded") return exitCodes.noCredits;
  if (status === 429 || status >= 500 || status < 400) return exitCodes.unavailable;
  return exitCodes.invalid;
}

/** A refused line of a batch has a code only. */
function titleOf({ code, title }: ApiError): string {
  if (code === "validation_error") return "Invalid input";
  return title === code ? code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ") : title;
}

function adviceOn({ code, status, requestId }: ApiError): string[] {
  if (status === 401) return ["Store another key with: vingate login URL"];
  if (code === "unreadable")
    return [
      status >= 500
        ? "A server between you and the service answered this, such as a load balancer. Run the command again later."
        : "Check the URL: the answer is not that of a Vingate service.",
    ];
  const advice = Object.hasOwn(errorAdvice, code) ? errorAdvice[code as DocumentedCode].todo : "";
  const lines = code === "validation_error" || advice === "" ? [] : [advice.replaceAll("`", "")];
  return status >= 500 && requestId ? [...lines, `Request ID: ${requestId}`] : lines;
}

/** What happened and what to do, and the exit code. */
export function failureOf(error: unknown): ServiceFailure | undefined {
  if (error instanceof ServiceFailure) return error;
  if (error instanceof ApiError) {
    const lines = [`${titleOf(error)}: ${error.detail}`, ...adviceOn(error)];
    return new ServiceFailure(lines.map(plainText).join("\n"), exitCodeOf(error), error);
  }
  // The tries after a lost answer ended with another answer.
  if (error instanceof ConnectionError && error.cause instanceof ApiError) {
    const { message, exitCode, answer } = failureOf(error.cause)!;
    return new ServiceFailure(`${plainText(error.message)}\n${message}`, exitCode, answer);
  }
  if (error instanceof ConnectionError)
    return new ServiceFailure(
      `${plainText(error.message)}\nCheck the URL and the network, and try again.`,
      exitCodes.unavailable,
    );
  // Refused before it was sent.
  if (error instanceof VingateError) return new ServiceFailure(plainText(error.message), exitCodes.invalid);
  return undefined;
}

/** A fault as one line of JSON: `code` is that of the service, or the name of the exit code. */
function jsonOf({ message, exitCode, answer }: ServiceFailure): string {
  const [name = "failed"] = Object.entries(exitCodes).find(([, code]) => code === exitCode) ?? [];
  const code = answer?.code ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const { status, requestId } = answer ?? {};
  return JSON.stringify({ error: { code, message, status, request_id: requestId, exit_code: exitCode } });
}

/**
 * Runs the work of a command; reports a fault of the service and resolves to its exit code. A command with
 * `--json` reports it as one line of JSON.
 */
export async function withFailures(
  command: string,
  work: () => Promise<number>,
  { json = false } = {},
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    process.stderr.write(json ? `${jsonOf(failure)}\n` : `vingate ${command}: ${failure.message}\n`);
    return failure.exitCode;
  }
}
