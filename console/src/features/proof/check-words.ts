import type { Finding } from "../../../../verify/src/index.ts";
import { capitalized, count, counted, day } from "../../base/format.ts";
import type { Outcome } from "../../parts/outcome.tsx";
import type { Checked } from "./check-statement.ts";
import { monthEnds, monthName } from "./statement-words.ts";

/** All findings of one check, with the worst state. */
export interface CheckResult {
  readonly check: Finding["check"];
  readonly name: string;
  readonly state: Finding["state"];
  readonly texts: readonly string[];
}

const order: readonly Finding["check"][] = [
  "signature",
  "key",
  "days",
  "ledger",
  "balance",
  "lines",
  "calls",
  "receipts",
  "consistency",
];

const worst: readonly Finding["state"][] = ["fails", "holds", "not_checked", "note"];

/** The marks and words of states. */
export const states: Readonly<Record<Finding["state"], readonly [outcome: Outcome, text: string]>> = {
  fails: ["failed", "Fails"],
  holds: ["ok", "Holds"],
  not_checked: ["other", "Not checked"],
  note: ["blocked", "Note"],
};

/** Texts of a statement can contain what turns or hides text. */
const plain = (text: string) => text.replace(/\p{C}/gu, "?");

/** The findings by check: failures first, then what holds, then what was not checked. */
export function resultsOf(findings: readonly Finding[]): readonly CheckResult[] {
  const results = [...Map.groupBy(findings, ({ check }) => check)].map(([check, own]): CheckResult => {
    const state = worst.find((one) => own.some((finding) => finding.state === one)) ?? "note";
    const shown = own.filter((one) => state !== "fails" || one.state !== "holds");
    return { check, name: capitalized(check), state, texts: shown.map(({ text }) => plain(text)) };
  });
  const rank = ({ state, check }: CheckResult) => worst.indexOf(state) * order.length + order.indexOf(check);
  return results.sort((a, b) => rank(a) - rank(b));
}

/** The finding of a check in one sentence or two, with what was not checked. */
export function verdictOf({ verdict, statement }: Checked, results: readonly CheckResult[]): string {
  const of = (state: Finding["state"]) => results.filter((one) => one.state === state).length;
  const all = results.length;
  if (verdict === "fails" && !statement) return "This file cannot be read as a statement.";
  if (verdict === "fails")
    return `This statement does not hold. ${count(of("fails"))} of ${counted(all, "check")} failed.`;
  const rest = all - of("holds");
  const sum = `${count(of("holds"))} of ${counted(all, "check")} passed${rest > 0 ? `, ${count(rest)} not made` : ""}.`;
  if (verdict === "unknown") return `This browser cannot check signatures. Nothing failed. ${sum}`;
  if (verdict === "other_key") return `This statement holds, but with another key than before. ${sum}`;
  if (verdict === "new_epoch") return `This statement holds, and its log began a new epoch. ${sum}`;
  if (verdict === "provisional" && statement)
    return `Holds so far: provisional until ${day(monthEnds(statement.month).to)} at least. ${sum}`;
  return `This statement holds. ${sum}`;
}

/** The mark of a verdict. */
export const verdictMark = ({ verdict }: Checked): Outcome => {
  if (verdict === "fails") return "failed";
  return verdict === "holds" || verdict === "provisional" ? "ok" : "blocked";
};

/** Whose statement it is, and its sums. */
export function aboutText({ statement }: Checked): string | undefined {
  if (!statement) return undefined;
  const { account, service, month, subscriptions } = statement;
  const usage = subscriptions.flatMap((one) => one.usage);
  const total = (name: "calls" | "credits") => usage.reduce((sum, one) => sum + one[name], 0);
  return plain(
    `${account.name || account.id}, ${monthName(month)}, ${service}: ${counted(total("calls"), "call")}, ${counted(total("credits"), "credit")}.`,
  );
}

/** A check as a file of text. */
export function resultText(checked: Checked, files: readonly string[]): string {
  const results = resultsOf(checked.findings);
  const lines = results.flatMap(({ name, state, texts }) =>
    texts.map((text) => `${states[state][1].padEnd(12)} ${name.padEnd(12)} ${text}`),
  );
  const head = [verdictOf(checked, results), aboutText(checked), `Files: ${files.join(", ")}`].filter(
    Boolean,
  );
  return `${[...head, "", ...lines].join("\n")}\n`;
}
