import { checkCalls } from "./calls.ts";
import { type Bytes, pieces } from "./files.ts";
import { type Check, counted, type Finding, Findings, Malformed } from "./findings.ts";
import { encoded, textHash } from "./hash.ts";
import * as log from "./log.ts";
import { checkpointNote, isSigned, parseCheckpoint, parseKey, Unsupported } from "./note.ts";
import { embeddedFile } from "./pdf.ts";
import { Receipts } from "./receipts.ts";
import { isOlder, keptNote, originOf } from "./seen.ts";
import { daysOf, parseStatement, type Statement } from "./statement.ts";

export type { Check, Finding } from "./findings.ts";

export interface Input {
  /** The statement's file, JSON or PDF. */
  readonly statement: Uint8Array;
  /** The file of calls, packed or not. */
  readonly calls?: Bytes | undefined;
  readonly receipts?: string | Bytes | undefined;
  /** The expected keys, one per line. */
  readonly key?: string | undefined;
  /** Checkpoints that were kept after earlier checks; a text can have several, separated by lines `---`. */
  readonly seen?: string | readonly string[] | undefined;
}

export interface Report {
  readonly verdict: "holds" | "provisional" | "new_epoch" | "fails";
  /** Failures first. */
  readonly findings: readonly Finding[];
  /** The checkpoints to keep, by origin. */
  readonly checkpoints: Readonly<Record<string, string>>;
}

/** Checks a statement. Input that cannot be read is a failure. Rejects only if the runtime cannot check signatures. */
export async function verifyStatement(input: Input): Promise<Report> {
  const findings = new Findings();
  const kept = new Map<string, string>();
  let verdict: Report["verdict"] = "fails";
  await attempt("signature", findings, async () => {
    const statement = await readStatement(input.statement, findings);
    const key = await checkKey(statement, input.key, findings);
    const context = { statement, key, seen: readSeen(input.seen ?? [], findings), findings };
    for (const one of context.seen) kept.set(one.origin, one.note);
    const isNewEpoch = await checkSubscriptions(context, kept);
    await checkFiles(context, input);
    verdict = isNewEpoch ? "new_epoch" : statement.state === "final" ? "holds" : "provisional";
  });
  const list = findings.list();
  if (list[0]?.state === "fails") verdict = "fails";
  return { verdict, findings: list, checkpoints: Object.fromEntries(kept) };
}

/** A file that cannot be read is a failure. */
async function attempt(check: Check, findings: Findings, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (error instanceof Unsupported) throw error;
    const what = check === "signature" ? "The statement" : `The file of ${check}`;
    findings.need(check, false, `${what} cannot be read: ${(error as Error).message}.`);
  }
}

async function readStatement(bytes: Uint8Array, findings: Findings): Promise<Statement> {
  const file = await embeddedFile(bytes);
  const { statement, signed } = parseStatement(file?.bytes ?? bytes);
  const name = `statement-${statement.month}.json`;
  if (file) {
    const text = `The embedded file is ${JSON.stringify(file.name)}, not ${name}.`;
    findings.need("signature", file.name === name, text);
    findings.add("signature", "note", "The file inside the PDF was checked, not the pages of the PDF.");
  }
  const isSame = statement.signature.startsWith(`vingate-statement/v1\n${textHash(signed)}\n\n`);
  const other = "The signature is that of another statement: something was changed after signing.";
  findings.need("signature", isSame, other);
  return statement;
}

/** The key that signed a statement: one of those expected, or the statement's own without any. */
async function checkKey(statement: Statement, expected: string | undefined, findings: Findings) {
  const name = `${statement.service}/proof`;
  const advice = `Compare ${statement.key} with an older statement or the seller's site.`;
  const own = parseKey(statement.key, name);
  if (!own) throw new Malformed(`it has no public key of ${name}`);
  const lines = (expected ?? own.line).replace(/\n$/, "").split("\n");
  const keys = lines.map((line) => parseKey(line, name)).filter((key) => key !== undefined);
  const isRead = keys.length === lines.length;
  findings.need("key", isRead, `An expected key does not have the form of a key of ${name}.`);
  for (const key of keys)
    if (await isSigned(statement.signature, name, key)) {
      findings.hold("signature", `Signed by ${key.shown}.`);
      if (expected !== undefined) findings.hold("key", "It is signed by the key that you expect.");
      else findings.add("key", "not_checked", advice);
      return key;
    }
  const isOther = isRead && keys.every(({ line }) => line !== own.line);
  if (isOther) findings.need("key", false, `The statement has another key than you expect: ${own.line}.`);
  else findings.need("signature", false, `The statement is not signed by ${own.shown}.`);
  return own;
}

/** Checkpoints by size. They were checked when they were seen. */
function readSeen(seen: string | readonly string[], findings: Findings) {
  const texts = typeof seen === "string" ? [seen] : seen;
  const notes = texts.flatMap((text) => text.split(/^---\n/m)).filter(Boolean);
  const isRead = notes.every((note) => checkpointNote.test(note));
  findings.need("consistency", isRead, "A checkpoint that you saw does not have the form of a checkpoint.");
  return isRead
    ? notes
        .map((note) => ({ ...parseCheckpoint(note), from: originOf(note) }))
        .sort((a, b) => a.size - b.size)
    : [];
}

/** True if a log began an epoch that was not seen before. Adds the checkpoints to keep, by origin. */
async function checkSubscriptions(context: log.Context, kept: Map<string, string>): Promise<boolean> {
  const { findings, statement, seen } = context;
  const { subscriptions, month } = statement;
  let isNewEpoch = false;
  let before = "";
  for (const one of subscriptions) {
    findings.need("days", before < one.id, `Subscription ${one.id} is there twice, or not in order.`);
    before = one.id;
    const days = log.checkDays(context, one);
    await log.checkCheckpoint(context, one, days);
    if (log.checkSeen(context, one, days)) isNewEpoch = true;
    if (one.checkpoint !== null) {
      const { origin } = parseCheckpoint(one.checkpoint);
      const newer = seen.some((each) => each.origin === origin && isOlder(statement, each));
      if (!newer) kept.set(origin, keptNote(one.checkpoint, statement, days.before));
    }
    for (const check of [log.checkLedger, log.checkBalance, log.checkLines]) check(context, one);
  }
  log.checkMoney(context);
  const days = counted(subscriptions.flatMap(daysOf).length, "day");
  const rows = counted(subscriptions.flatMap(({ ledger }) => ledger).length, "row");
  findings.hold("days", `${days} of ${month} are in the signed logs.`);
  findings.hold("ledger", `The closing heads follow from ${rows}.`);
  findings.hold("lines", "Calls, credits and money add up.");
  return isNewEpoch;
}

async function checkFiles({ statement, findings }: log.Context, { calls, receipts }: Input): Promise<void> {
  const missing = calls ? "No receipts were added." : "Receipts need the file of calls.";
  if (!calls || receipts === undefined) findings.add("receipts", "not_checked", missing);
  if (!calls) return findings.add("calls", "not_checked", "No file of calls was added.");
  const kept = new Receipts();
  const source = typeof receipts === "string" ? pieces([encoded(receipts)]) : receipts;
  if (source) await attempt("receipts", findings, () => kept.read(source, statement));
  await attempt("calls", findings, () => checkCalls(statement, calls, kept, findings));
  if (receipts !== undefined) kept.checkAbsent(findings);
}
