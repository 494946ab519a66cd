import type { Finding } from "../../../../verify/src/index.ts";
import { capitalized, count, day, monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import type { Outcome } from "../../parts/outcome-kind.ts";
import type { Checked } from "./check-statement.ts";
import { monthEnds } from "./statement-words.ts";

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
  fails: ["failed", t("Fails")],
  holds: ["ok", t("Holds")],
  not_checked: ["other", t("Not checked")],
  note: ["blocked", t("Note")],
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
  if (verdict === "fails" && !statement) return t("This file cannot be read as a statement.");
  if (verdict === "fails")
    return t(
      "This statement does not hold. {failed} of {all, plural, one {# check} other {# checks}} failed.",
      {
        failed: count(of("fails")),
        all,
      },
    );
  const sum = t(
    "{passed} of {all, plural, one {# check} other {# checks}} passed{rest, plural, =0 {} other {, # not made}}.",
    {
      passed: count(of("holds")),
      all,
      rest: all - of("holds"),
    },
  );
  if (verdict === "unknown") return t("This browser cannot check signatures. Nothing failed. {sum}", { sum });
  if (verdict === "other_key")
    return t("This statement holds, but with another key than before. {sum}", { sum });
  if (verdict === "new_epoch")
    return t("This statement holds, and its log began a new epoch. {sum}", { sum });
  if (verdict === "provisional" && statement)
    return t("Holds so far: provisional until {day} at least. {sum}", {
      day: day(monthEnds(statement.month).to),
      sum,
    });
  return t("This statement holds. {sum}", { sum });
}

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
    `${account.name || account.id}, ${monthName(month)}, ${service}: ${t("{total, plural, one {# call} other {# calls}}", { total: total("calls") })}, ${t("{total, plural, one {# credit} other {# credits}}", { total: total("credits") })}.`,
  );
}

/** A check as a file of text. */
export function resultText(checked: Checked, files: readonly string[]): string {
  const results = resultsOf(checked.findings);
  const lines = results.flatMap(({ name, state, texts }) =>
    texts.map((text) => `${states[state][1].padEnd(12)} ${name.padEnd(12)} ${text}`),
  );
  const head = [
    verdictOf(checked, results),
    aboutText(checked),
    t("Files: {files}", { files: files.join(", ") }),
  ].filter(Boolean);
  return `${[...head, "", ...lines].join("\n")}\n`;
}
