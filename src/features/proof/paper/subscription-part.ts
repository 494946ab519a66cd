import { count, counted, dayName, dayOf, signed, timeOf } from "../../../base/format/words.ts";
import { type Sheets, styles } from "../../../pdf/sheets.ts";
import { type Column, drawTable, type TableRow } from "../../../pdf/table.ts";
import {
  isDay,
  type StatementEnd,
  type StatementGrant,
  type StatementUsage,
  type SubscriptionStatement,
} from "../statements/statement.ts";
import { classWords, kindWord, sourceWord } from "./words.ts";

/** The data of a paper that are not in the statement. */
export interface Around {
  /** Operations as users know them, by ID. */
  readonly names: Readonly<Record<string, string>>;
  readonly month: string;
}

const add = (total: number, { credits }: { readonly credits: number }): number => total + credits;

/** Everything about one subscription. */
export function drawSubscription(sheets: Sheets, one: SubscriptionStatement, around: Around): void {
  sheets.heading(`Subscription ${one.id}`, styles.part, 120);
  sheets.paragraph(one.product_id === null ? "No plan." : `Plan: ${one.product_id}.`, styles.small);
  drawBalance(sheets, one, around.month);
  drawUsage(sheets, one.usage, around.names);
  drawGrants(sheets, one.grants);
  drawProof(sheets, one);
}

const balanceColumns: readonly Column[] = [
  { title: "Date, UTC", share: 0.24 },
  { title: "Entry", share: 0.56 },
  { title: "Credits", share: 0.2, isNumber: true },
];

function drawBalance(sheets: Sheets, one: SubscriptionStatement, month: string): void {
  sheets.heading("Balance (credits)", styles.section, 60);
  if (one.closing.balance === null)
    sheets.paragraph("Calls of this subscription are not limited by credits.", styles.small);
  drawTable(sheets, balanceColumns, balanceRows(one, month));
}

const balanceOf = ({ balance }: StatementEnd): string => (balance === null ? "not limited" : count(balance));

function* balanceRows(one: SubscriptionStatement, month: string): Generator<TableRow> {
  const { opening, closing, ledger, days, unproved } = one;
  yield { cells: [dayName(`${month}-01`), "Opening", balanceOf(opening)], isSum: true };
  for (const { at, kind, delta } of ledger) yield { cells: [timeOf(at), kindWord(kind), signed(delta)] };
  yield { cells: ["", "Used by calls", signed(-days.filter(isDay).reduce(add, 0))] };
  if (unproved.calls > 0)
    yield {
      cells: ["", `Used by ${counted(unproved.calls, "call")} not proved yet`, signed(-unproved.credits)],
    };
  yield { cells: ["", "Closing", balanceOf(closing)], isSum: true };
}

const usageColumns: readonly Column[] = [
  { title: "Operation", share: 0.5 },
  { title: "Class", share: 0.2 },
  { title: "Calls", share: 0.15, isNumber: true },
  { title: "Credits", share: 0.15, isNumber: true },
];

function drawUsage(
  sheets: Sheets,
  usage: readonly StatementUsage[],
  names: Readonly<Record<string, string>>,
): void {
  sheets.heading("Usage by operation", styles.section, 60);
  if (usage.length === 0) {
    sheets.paragraph("No calls.", styles.small);
    return;
  }
  const rows = usage.map(({ operation, class: callClass, calls, credits }): TableRow => {
    const name = names[operation];
    const shown = name === undefined ? operation : `${name} (${operation})`;
    return { cells: [shown, classWords[callClass], count(calls), count(credits)] };
  });
  const calls = usage.reduce((total, one) => total + one.calls, 0);
  rows.push({ cells: ["All", "", count(calls), count(usage.reduce(add, 0))], isSum: true });
  drawTable(sheets, usageColumns, rows);
}

const grantColumns: readonly Column[] = [
  { title: "Grant", share: 0.34 },
  { title: "Expires", share: 0.18 },
  { title: "Amount", share: 0.12, isNumber: true },
  { title: "Spent", share: 0.12, isNumber: true },
  { title: "Expired", share: 0.12, isNumber: true },
  { title: "Removed", share: 0.12, isNumber: true },
];

function drawGrants(sheets: Sheets, grants: readonly StatementGrant[]): void {
  if (grants.length === 0) return;
  sheets.heading("Grants (credits)", styles.section, 80);
  sheets.paragraph(
    "Where credits come from, when this statement was issued. Calls are assigned to grants later than they are made. The proof does not cover this table.",
    styles.small,
  );
  const rows = grants.map(({ source, starts_at, expires_at, amount, spent, expired, removed }) => {
    // What is left of a grant is not shown: calls are assigned to grants late, so that it would be too much.
    const numbers = [amount, spent, expired, removed].map(count);
    const expires = expires_at === null ? "never" : dayOf(expires_at);
    return { cells: [`${sourceWord(source)}, ${dayOf(starts_at)}`, expires, ...numbers] };
  });
  drawTable(sheets, grantColumns, rows);
}

const dayColumns: readonly Column[] = [
  { title: "Day", share: 0.2 },
  { title: "Call root", share: 0.5, style: styles.hash },
  { title: "Calls", share: 0.15, isNumber: true },
  { title: "Credits", share: 0.15, isNumber: true },
];

function drawProof(sheets: Sheets, { days, checkpoint, closing, unproved }: SubscriptionStatement): void {
  const proved = days.filter(isDay);
  const calls = proved.reduce((total, day) => total + day.calls, 0);
  sheets.heading(
    `Proof: ${counted(proved.length, "day")} with ${counted(calls, "call")}`,
    styles.section,
    80,
  );
  const open = unproved.calls === 0 ? "" : ` Not proved yet: ${counted(unproved.calls, "call")}.`;
  sheets.paragraph(
    `Every proved call is in exactly one of these days. A day without calls and entries has no line.${open}`,
    styles.small,
  );
  const rows = days.map(
    (leaf): TableRow =>
      isDay(leaf)
        ? { cells: [dayName(leaf.day), leaf.call_root, count(leaf.calls), count(leaf.credits)] }
        : { cells: [`Epoch ${leaf.epoch}`, leaf.reason, "", ""] },
  );
  if (rows.length > 0) drawTable(sheets, dayColumns, rows);
  sheets.skip(6);
  const lines = checkpoint === null ? ["None: the log is empty."] : checkpoint.split("\n").filter(Boolean);
  sheets.facts([
    ["Checkpoint", lines, styles.hash],
    ["Ledger head", [closing.ledger_head, `after ${counted(closing.ledger_rows, "row")}`], styles.hash],
  ]);
}
