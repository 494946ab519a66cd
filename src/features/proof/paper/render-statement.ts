import { createHash } from "node:crypto";
import { count, counted, monthName, timeOf } from "../../../base/format/words.ts";
import { attach, bytesOf, newPdf } from "../../../pdf/pdf-document.ts";
import { colors, left, lineHeight, Sheets, styles, width } from "../../../pdf/sheets.ts";
import type { Letterhead } from "../../../running/brand.ts";
import type { Statement } from "../statements/statement.ts";
import { drawMoney } from "./money-part.ts";
import { drawSubscription } from "./subscription-part.ts";

export interface StatementPaper {
  /** Canonical JSON, which the PDF contains. */
  readonly body: string;
  /** Operations as users know them, by ID. */
  readonly names: Readonly<Record<string, string>>;
  /** Where the service is reached. */
  readonly publicUrl: string;
  /** The file of a font for what DejaVu Sans lacks. */
  readonly font: string | undefined;
  /** The letterhead of the time of issue; undefined without one. */
  readonly letterhead?: Letterhead | undefined;
}

/** A statement as PDF/A-3b with its JSON as the only attachment. The same input gives the same bytes. */
export async function renderStatement(paper: StatementPaper): Promise<Uint8Array<ArrayBuffer>> {
  const { body, names, publicUrl, font, letterhead } = paper;
  const statement = JSON.parse(body) as Statement;
  const { month, service, account, state } = statement;
  const bytes = Buffer.from(body);
  const at = new Date(statement.issued_at);
  const fingerprint = `SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`;
  const pdf = newPdf({ title: `Statement ${month}, ${service}`, fingerprint, at, font });
  const sheets = new Sheets(
    pdf,
    {
      head: service,
      foot: [
        `${state === "final" ? "Statement" : "Provisional statement"} ${month}, account ${account.id}`,
        `Credits are counted by Vingate. Check at ${publicUrl}/console/verify`,
      ],
      letterhead,
    },
    { hasOther: font !== undefined, isOrdered: true },
  );
  drawFront(sheets, statement);
  for (const one of statement.subscriptions) drawSubscription(sheets, one, { names, month });
  if (statement.money) drawMoney(sheets, statement.money);
  drawChecking(sheets, statement, publicUrl);
  sheets.number();
  const description = "The statement that this paper shows, with its proof";
  attach(pdf, { name: `statement-${month}.json`, type: "application/json", description, bytes, at });
  return bytesOf(pdf);
}

/** Account, facts, and the sum of the month. */
function drawFront(sheets: Sheets, { account, month, state, issued_at, subscriptions }: Statement): void {
  const half = width / 2 - 12;
  const from = sheets.y + 14;
  sheets.skip(14);
  if (account.name !== "") sheets.paragraph(account.name, styles.strong, { room: half });
  sheets.paragraph(`Account ${account.id}`, styles.small, { room: half });
  const end = sheets.y;
  sheets.back(from);
  const facts = [
    ["Statement", [`${monthName(month)}, UTC`]],
    ["State", [state === "final" ? "Final" : "Provisional"]],
    ["Issued", [`${timeOf(issued_at)} UTC`]],
    ["Embedded", [`statement-${month}.json`]],
  ] as const;
  sheets.facts(facts, { x: left + width / 2, room: width / 2 });
  sheets.back(Math.max(end, sheets.y) + 20);
  const usage = subscriptions.flatMap((one) => one.usage);
  const calls = usage.reduce((total, one) => total + one.calls, 0);
  const credits = usage.reduce((total, one) => total + one.credits, 0);
  const sum = calls === 0 ? "no calls" : `${counted(credits, "credit")} for ${counted(calls, "call")}`;
  sheets.paragraph(`${monthName(month)}: ${sum}`, styles.title);
  sheets.skip(4);
  if (state === "provisional") drawProvisional(sheets);
  if (subscriptions.length === 0) sheets.paragraph("The account has no subscription.", styles.body);
  if (subscriptions.length > 1)
    sheets.paragraph(`${count(subscriptions.length)} subscriptions follow.`, styles.small);
}

function drawProvisional(sheets: Sheets): void {
  sheets.skip(4);
  sheets.rule(colors.edge);
  sheets.skip(6);
  sheets.paragraph("Provisional: this is not the final statement of the month.", styles.strong);
  sheets.paragraph(
    "The month has not ended, or some of its days are not proved yet. Proved days stay as they are.",
    styles.body,
  );
  sheets.skip(5);
  sheets.rule(colors.edge);
  sheets.skip(6);
}

const notProved = [
  "That your key was not stolen, that a refused call should have succeeded, or that a record was right.",
  "That no subscription is missing: all subscriptions of the account that have a log are listed.",
  "That the public key is the seller's: compare it with an older statement or with the seller's site.",
  "The grants: they show where credits come from, as of the issue.",
] as const;

function drawChecking(
  sheets: Sheets,
  { key, month, service, signature }: Statement,
  publicUrl: string,
): void {
  sheets.heading("How to check this statement", styles.part, 120);
  sheets.paragraph(
    `Open ${publicUrl}/console/verify, or download the verifier from ${publicUrl}/sdk and run:`,
    styles.body,
  );
  sheets.skip(2);
  sheets.paragraph(`npx ./vingate-verify.tgz statement-${month}.pdf`, styles.strong);
  sheets.skip(4);
  sheets.paragraph(
    `This PDF contains the data that it shows as statement-${month}.json, which is what is signed. No account is needed, and nothing is sent. Compare the key with an older statement, or with ${publicUrl}/.well-known/vingate-proof-key.`,
    styles.small,
  );
  sheets.skip(8);
  sheets.facts([
    ["Service", [service]],
    ["Key", [key], styles.hash],
    ["Signature", signature.split("\n").filter(Boolean), styles.hash],
  ]);
  sheets.heading("What is not proved", styles.section, lineHeight(styles.small) * 6);
  for (const text of notProved) {
    sheets.paragraph(text, styles.small);
    sheets.skip(3);
  }
}
