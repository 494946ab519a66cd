import type { ImportSummary } from "../../vehicles/imports/jobs/import-plan.ts";
import type { Changes, Counts } from "../../vehicles/imports/staging/changes.ts";

const listedMax = 12;
const number = (count: number): string => count.toLocaleString("en");

/** The result of an import, for people. */
export function summaryText(summary: ImportSummary): string {
  const { family, name, version, rows, rows_read, seconds, changes, dry_run } = summary;
  const rate = number(Math.round(rows_read / Math.max(seconds, 0.001)));
  const lines = [
    `${family}: ${name} ${version}${dry_run ? " (dry run: nothing has changed)" : ""}`,
    `  rows       ${number(rows)}${keptText(summary)}, read in ${seconds.toFixed(1)} s (${rate}/s)`,
    `  rejected   ${number(summary.rows_rejected)}${summary.reject_file ? `, listed in ${summary.reject_file}` : ""}`,
    ...(summary.rows_file
      ? [`             to correct them and import them alone, with --mode merge: ${summary.rows_file}`]
      : []),
    ...Object.entries(summary.rejected)
      .slice(0, listedMax)
      .map(([reason, count]) => `             ${number(count)} ${reason}`),
    ...(dry_run ? summary.first_rejects.map(rejectText) : []),
    ...counted("passed over", summary.passed_over),
    ...counted("doubtful", summary.doubtful),
    ...changeLines(changes),
    `  input      ${summary.input}, sha256 ${summary.input_sha256}`,
    `  records    xxh64 ${summary.rows_checksum}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** The difference between two datasets, for people. */
export function changesText(changes: Changes): string {
  return `${changeLines(changes).join("\n")}\n`;
}

function changeLines(changes: Changes): string[] {
  return [
    `  changes    ${countsText(changes)}`,
    ...byText("by year", changes.by_year),
    ...byText("by make", changes.by_make),
    ...readerLines(changes),
  ];
}

const readerTexts = {
  all: "all of them: it is the same file, which another reader of the program has read",
  unknown: "another reader of the program has read the dataset before, so some changes can be its own",
};

function readerLines({ by_reader = "none" }: Changes): string[] {
  return by_reader === "none" ? [] : [`  by reader  ${readerTexts[by_reader]}`];
}

function keptText({ rows_accepted, rows_kept }: ImportSummary): string {
  return rows_kept === 0 ? "" : ` (${number(rows_accepted)} from the input, ${number(rows_kept)} kept)`;
}

function rejectText({ line, column, value, reason }: ImportSummary["first_rejects"][number]): string {
  return `             line ${line}: ${column === "" ? "" : `${column} `}${JSON.stringify(value)} ${reason}`;
}

function counted(title: string, counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([what, count]) => `  ${title.padEnd(11)}${number(count)} ${what}`);
}

function countsText({ added, removed, changed }: Counts): string {
  return `${number(added)} added, ${number(removed)} removed, ${number(changed)} changed`;
}

/** The groups with the most changes, largest first. */
function byText(title: string, by: Readonly<Record<string, Counts>>): string[] {
  const size = ({ added, removed, changed }: Counts) => added + removed + changed;
  const groups = Object.entries(by).sort(([, a], [, b]) => size(b) - size(a));
  if (groups.length === 0) return [];
  const shown = groups.slice(0, listedMax).map(([name, counts]) => `${name} ${shortText(counts)}`);
  const more = groups.length > listedMax ? `, and ${groups.length - listedMax} more` : "";
  return [`  ${title.padEnd(11)}${shown.join(", ")}${more}`];
}

function shortText({ added, removed, changed }: Counts): string {
  return [added && `+${number(added)}`, removed && `-${number(removed)}`, changed && `~${number(changed)}`]
    .filter(Boolean)
    .join(" ");
}
