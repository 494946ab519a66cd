/** A run of a mutant's test: the exit code, what was printed, and what the service logged. */
export interface TestRun {
  readonly code: number;
  readonly printed: string;
  readonly logged: string;
}

/** `broken` is the reason for which the mutant proves nothing: its edit fails without the bug that it plants. */
export type Verdict = "caught" | "survived" | { readonly broken: string };

const engineErrors = "(?:TypeError|ReferenceError|SyntaxError|RangeError|EvalError)";
const engineTexts = "(?:is not an? (?:object|function|constructor)|Can't find variable)";
const statementErrors =
  '(?:near "[^"]*": syntax error|no such (?:column|table|function)|syntax error at or near|(?:column|relation|operator) .* does not exist)';
const thrown = [
  new RegExp(`^\\s*(?:error: )?${engineErrors}: .*`, "m"),
  new RegExp(`^\\s*(?:error|\\w*Error): .*(?:${engineTexts}|${statementErrors}).*`, "m"),
];
const loggedThrow = new RegExp(
  `^.*"error":".*(?:${engineErrors}: |${engineTexts}|${statementErrors}).*`,
  "m",
);

/** The verdict of a test's run on a mutant. An edit that throws fails every test, and so shows nothing. */
export function verdictOf({ code, printed, logged }: TestRun): Verdict {
  if (/^# Unhandled error between tests/m.test(printed))
    return { broken: "the test's file cannot be loaded" };
  if (!/^\((?:pass|fail)\) /m.test(printed)) return { broken: "no such test ran" };
  if (code === 0) return "survived";
  const late = /^.*timed out after \d+ ?ms.*$/m.exec(printed);
  if (late) return { broken: `it ran out of time: ${late[0].trim()}` };
  const error = [...thrown.map((each) => each.exec(printed)), loggedThrow.exec(logged)].find(Boolean);
  return error ? { broken: `it throws: ${error[0].trim().slice(0, 300)}` } : "caught";
}
