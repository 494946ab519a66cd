import { nextTurn } from "../../../base/pause.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { referencesIn } from "../prices/reference.ts";
import { isOpen, isPaid, type Payment } from "../rows/payment.ts";
import { type Transfer, transfers } from "../rows/transfer-rows.ts";
import type { BankFile, BankLine } from "./bank-line.ts";
import { type Identified, identified } from "./identity.ts";
import { inParts } from "./in-parts.ts";
import { isExactlyDue, type NamedPayment, readNamed } from "./named-payment.ts";
import { dueOf, OpenPayments, type Proposal } from "./open-payments.ts";
import { OtherFormats } from "./other-formats.ts";
import { RefundLines } from "./refund-lines.ts";

/** What becomes of a line. */
export const lineOutcomes = ["matched", "proposed", "unknown", "known", "ignored"] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** Why it is not matched, or nothing is recorded. */
export const lineNotes = [
  "debit",
  "pending",
  "reversal",
  "recorded",
  "recorded_by_hand",
  "repeated",
  "named_twice",
  "no_details",
  "several",
  "paid",
  "not_open",
  "currency",
  "less",
  "more",
  "refund",
  "refund_sent",
  "other_format",
] as const;
export type LineNote = (typeof lineNotes)[number];

export interface PlannedLine {
  readonly line: BankLine;
  /** The `providerRef` of its transfer. */
  readonly ref: string;
  readonly outcome: LineOutcome;
  readonly note: LineNote | null;
  readonly paymentId: string | null;
  /** The transfer of a known line. */
  readonly transferId: string | null;
  /** The line of another format as which it was imported before. */
  readonly otherLine: number | null;
  /** The refund by transfer that it has paid out. */
  readonly refundId: string | null;
  readonly proposals: readonly Proposal[];
}

/** Other work is done between. */
const linesAtOnce = 200;

interface Planning {
  readonly format: BankFile["format"];
  /** Whether lines that look as if they were imported in another format are other money. */
  readonly withAlike: boolean;
}

/** Decides what becomes of each line of a file. */
export async function planLines(
  db: Queries,
  lines: readonly BankLine[],
  { format, withAlike }: Planning,
): Promise<readonly PlannedLine[]> {
  const received = lines.filter(({ minor, isPending }) => minor > 0 && !isPending);
  const all = identified(lines);
  const known = await readKnown(db, all);
  const named = await readNamed(
    db,
    received.map(({ text }) => text),
  );
  const open = await OpenPayments.read(db, received);
  const byHand = await readReceivedByHand(db, [...named.values()]);
  const refunds = await RefundLines.read(db, lines);
  const ids = [...known.values()].map(({ id }) => id);
  const others = withAlike ? undefined : await OtherFormats.read(db, received, format, ids);
  const plan = new Plan({ known, named, open, byHand, refunds, others });
  // What any line pays is proposed to none.
  const decided = all.map((one) => [one, plan.decide(one)] as const);
  const planned: PlannedLine[] = [];
  for (const [{ line, ref }, one] of decided) {
    planned.push({ line, ref, ...plan.withProposals(line, one) });
    if (planned.length % linesAtOnce === 0) await nextTurn();
  }
  return planned;
}

type Decision = Omit<PlannedLine, "line" | "ref">;

const nothing = {
  note: null,
  paymentId: null,
  transferId: null,
  otherLine: null,
  refundId: null,
  proposals: [],
} as const;

interface Known {
  readonly known: ReadonlyMap<string, Transfer>;
  readonly named: ReadonlyMap<string, NamedPayment>;
  readonly open: OpenPayments;
  /** By payment, what was received without a transfer: a line can be what an operator recorded on the payment. */
  readonly byHand: Map<string, number>;
  readonly refunds: RefundLines;
  readonly others: OtherFormats | undefined;
}

class Plan {
  readonly #of: Known;
  /** Payments that lines before pay. */
  readonly #taken = new Set<string>();

  constructor(of: Known) {
    this.#of = of;
  }

  decide({ line, ref, isRepeated }: Identified): Decision {
    if (line.minor <= 0) return this.#paidOut(line);
    if (line.isPending) return { ...nothing, outcome: "ignored", note: "pending" };
    const known = this.#of.known.get(ref) ?? this.#copied(line);
    if (known) {
      const { id: transferId, paymentId } = known;
      return { ...nothing, outcome: "known", note: "recorded", transferId, paymentId };
    }
    if (isRepeated) return { ...nothing, outcome: "known", note: "repeated" };
    const other = this.#of.others?.of(line);
    if (other) {
      const { id: transferId, paymentId, sourceLine: otherLine = null } = other;
      return { ...nothing, outcome: "known", note: "other_format", transferId, paymentId, otherLine };
    }
    // What was paid out came back: its text can name what it was for, and pays nothing.
    if (line.isReversal) return { ...nothing, outcome: "unknown", note: "reversal" };
    const [payment, ...others] = this.#paymentsIn(line.text);
    if (others.length > 0) return { ...nothing, outcome: "proposed", note: "several" };
    if (!payment) return { ...nothing, outcome: "proposed" };
    if (isExactlyDue(payment, line)) {
      if (!payment.hasBuyer) return { ...nothing, outcome: "proposed", note: "no_details" };
      if (this.#taken.has(payment.id)) return { ...nothing, outcome: "proposed", note: "named_twice" };
      this.#taken.add(payment.id);
      return { ...nothing, outcome: "matched", paymentId: payment.id };
    }
    const byHand = this.#of.byHand.get(payment.id) ?? 0;
    if (payment.currency === line.currency && byHand >= line.minor) {
      this.#of.byHand.set(payment.id, byHand - line.minor);
      return { ...nothing, outcome: "known", note: "recorded_by_hand", paymentId: payment.id };
    }
    return { ...nothing, outcome: "proposed", note: noteOf(payment, line) };
  }

  /** Only refunds by transfer matter among what was paid out. */
  #paidOut(line: BankLine): Decision {
    const found = this.#of.refunds.of(line);
    if (!found) return { ...nothing, outcome: "ignored", note: line.isReversal ? "reversal" : "debit" };
    const { id: refundId, paymentId } = found.refund;
    return found.isSent
      ? { ...nothing, outcome: "known", note: "refund_sent", paymentId, refundId }
      : { ...nothing, outcome: "proposed", note: "refund", paymentId, refundId };
  }

  /** Adds the payments that may be meant; without one, the line is unknown. */
  withProposals(line: BankLine, decision: Decision): Decision {
    if (decision.outcome !== "proposed" || decision.refundId !== null) return decision;
    const proposals = this.#of.open.proposalsFor({ ...line, reference: line.text }, this.#taken);
    return { ...decision, outcome: proposals.length > 0 ? "proposed" : "unknown", proposals };
  }

  /** A person can have recorded it with the bank's own ID. */
  #copied({ plainRef, minor, currency }: BankLine): Transfer | undefined {
    const found = plainRef === "" ? undefined : this.#of.known.get(plainRef);
    return found?.minor === minor && found.currency === currency ? found : undefined;
  }

  #paymentsIn(text: string): readonly NamedPayment[] {
    return referencesIn(text).flatMap((one) => this.#of.named.get(one) ?? []);
  }
}

function noteOf(payment: Payment, { minor, currency }: BankLine): LineNote {
  if (payment.currency !== currency) return "currency";
  if (isPaid(payment)) return "paid";
  if (!isOpen(payment) || payment.provider !== "manual") return "not_open";
  return minor < dueOf(payment) ? "less" : "more";
}

async function readKnown(db: Queries, lines: readonly Identified[]): Promise<ReadonlyMap<string, Transfer>> {
  const refs = new Set(
    lines.flatMap(({ ref, line: { plainRef } }) => (plainRef === "" ? [ref] : [ref, plainRef])),
  );
  const found = await inParts([...refs], (part) =>
    transfers.select(db, sql`where provider = 'manual' and provider_ref in (${list(part)})`),
  );
  const others = await inParts([...refs], (part) =>
    transfers.select(db, sql`where other_ref in (${list(part)})`),
  );
  return new Map([
    ...others.map((one) => [one.otherRef!, one] as const),
    ...found.map((one) => [one.providerRef, one] as const),
  ]);
}

async function readReceivedByHand(db: Queries, payments: readonly Payment[]): Promise<Map<string, number>> {
  const received = payments.filter(
    ({ provider, receivedMinor }) => provider === "manual" && receivedMinor > 0,
  );
  const sums = await inParts(received, (part) =>
    db.all<{ id: string; minor: number }>(sql`
      select payment_id as id, cast(sum(minor) as bigint) as minor from payment_transfer
      where state = 'matched' and payment_id in (${list(part.map(({ id }) => id))}) group by payment_id`),
  );
  const transferred = new Map(sums.map(({ id, minor }) => [id, Number(minor)]));
  return new Map(received.map(({ id, receivedMinor }) => [id, receivedMinor - (transferred.get(id) ?? 0)]));
}
