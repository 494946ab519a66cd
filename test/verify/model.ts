import { gzipSync } from "node:zlib";
import { base64, canonical, checkpointOf, leafOf, noteOf, type ProofKey, rootOf, sha256 } from "./proofs.ts";

export interface MadeCall {
  subscription: string;
  day: string;
  call: string;
  at: number;
  operation: string;
  status: number;
  credits: number;
  digest: string;
}

export interface Row {
  id: string;
  at: number;
  kind: string;
  delta: number;
  grant_id: string | null;
  head: string;
}

export interface Day {
  day: string;
  calls: number;
  credits: number;
  call_root: string;
  ledger_rows: number;
  ledger_head: string;
}

export interface Epoch {
  epoch: number;
  size: number;
  root: string;
  reason: string;
}

interface End {
  balance: number | null;
  ledger_rows: number;
  ledger_head: string;
}

export interface Subscription {
  id: string;
  product_id: string | null;
  epoch: number;
  opening: End;
  closing: End;
  ledger: Row[];
  usage: { operation: string; class: string; calls: number; credits: number }[];
  grants: unknown[];
  earlier: { size: number; hashes: string[] };
  days: (Day | Epoch)[];
  checkpoint: string | null;
  unproved: { calls: number; credits: number };
}

export interface Statement {
  month: string;
  service: string;
  state: string;
  key: string;
  subscriptions: Subscription[];
  money: { currency: string; lines: { text: string; minor: number }[]; total_minor: number } | null;
  signature: string;
  [member: string]: unknown;
}

export interface Made {
  key: ProofKey;
  statement: Statement;
  calls: MadeCall[];
  receipts: string[];
  seen: string[];
  /** The leaves before the month, by subscription. */
  earlier: Map<string, Buffer[]>;
}

/** Numbers from 0 below 1, equal for one seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const callLine = (one: MadeCall): string =>
  `vingate-call/v1\t${one.call}\t${one.at}\t${one.operation}\t${one.status}\t${one.credits}\t${one.digest}\n`;

export const receiptOf = (one: MadeCall): string =>
  `${one.call};${one.at};${one.credits};${base64(leafOf(callLine(one)))}`;

export const isDay = (leaf: Day | Epoch): leaf is Day => "day" in leaf;

export function leafLine(id: string, leaf: Day | Epoch): string {
  const fields = isDay(leaf)
    ? ["vingate-proof-day/v1", id, leaf.day, leaf.calls, leaf.credits, leaf.call_root, leaf.ledger_rows]
    : ["vingate-proof-epoch/v1", id, leaf.epoch, leaf.size, leaf.root, leaf.reason];
  return `${[...fields, ...(isDay(leaf) ? [leaf.ledger_head] : [])].join("\t")}\n`;
}

export function classOf({ status, credits }: MadeCall): string {
  if (credits > 0) return "charged";
  const known: Readonly<Record<number, string>> = { 404: "not_found", 422: "invalid", 401: "refused" };
  if ([402, 403, 429].includes(status)) return "refused";
  return known[status] ?? (status >= 500 ? "error" : "free");
}

export const emptyHead = (id: string): string => base64(sha256(`vingate-ledger/v1\t${id}\n`));
export const headOf = (before: string, { id, at, kind, delta, grant_id }: Omit<Row, "head">): string =>
  base64(sha256(`vingate-ledger/v1\t${before}\t${id}\t${at}\t${kind}\t${delta}\t${grant_id ?? ""}\n`));

/** Signs the statement again, as the owner of a key can. */
export function resign({ statement, key }: Made, by = key): void {
  const { signature: _, ...rest } = statement;
  const text = `vingate-statement/v1\n${base64(sha256(canonical(rest)))}\n`;
  statement.signature = noteOf(text, by.name, by);
}

/** Computes a day's root and sums of its calls again. */
export function recount({ statement, calls }: Made): void {
  for (const { id, days } of statement.subscriptions)
    for (const day of days.filter(isDay)) {
      const own = calls.filter((one) => one.subscription === id && one.day === day.day);
      day.calls = own.length;
      day.credits = own.reduce((sum, { credits }) => sum + credits, 0);
      day.call_root = base64(rootOf(own.map((one) => leafOf(callLine(one)))));
    }
}

/** Signs the logs again. */
export function recheck({ statement, key, earlier }: Made): void {
  for (const one of statement.subscriptions) {
    const leaves = [...earlier.get(one.id)!, ...one.days.map((leaf) => leafOf(leafLine(one.id, leaf)))];
    const origin = `${statement.service}/proof/${one.id}/${one.epoch}`;
    one.checkpoint = leaves.length === 0 ? null : checkpointOf(origin, leaves, key);
  }
}

export const callsText = (calls: readonly MadeCall[]): string =>
  calls.map((one) => `${JSON.stringify(one)}\n`).join("");

export interface Files {
  statement: Buffer;
  calls: Buffer;
  receipts: string;
  key: string;
  seen: string;
}

export const filesOf = ({ statement, calls, receipts, key, seen }: Made): Files => ({
  statement: Buffer.from(canonical(statement)),
  calls: gzipSync(callsText(calls)),
  receipts: receipts.map((line) => `${line}\n`).join(""),
  key: `${key.line}\n`,
  seen: seen.join("---\n"),
});

/** A file of PDF that has only embedded files. */
export function pdfOf(files: readonly (readonly [name: string, bytes: Buffer])[], filter = ""): Buffer {
  const parts = files.flatMap(([name, bytes], at) => [
    Buffer.from(
      `${10 + at} 0 obj\n<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${20 + at} 0 R >> >>\nendobj\n${20 + at} 0 obj\n<< /Type /EmbeddedFile ${filter} /Length ${bytes.length} >>\nstream\n`,
    ),
    bytes,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
  return Buffer.concat([
    Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
    ...parts,
    Buffer.from("trailer\n<< /Root 1 0 R >>\n%%EOF\n"),
  ]);
}
