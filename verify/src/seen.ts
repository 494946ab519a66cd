import { encoded, fromBase64, sha256, toBase64 } from "./hash.ts";
import type { Checkpoint } from "./note.ts";
import type { Statement } from "./statement.ts";

/** The statement in which a checkpoint was seen. */
export interface Origin {
  readonly month: string;
  readonly issuedAt: number;
  /** A hash of the account's ID. */
  readonly account: string;
  /** The leaves before the month, and their root. */
  readonly size: number;
  readonly root: string;
}

/** A checkpoint that was seen before; `from` is not known of one that another program kept. */
export interface Seen extends Checkpoint {
  readonly from: Origin | undefined;
}

// A line of another key in a signed note: programs without that key ignore it.
const form =
  /\n— seen\/(\d{4}-\d\d)\/(0|[1-9]\d{0,14})\/([0-9a-f]{16})\/(0|[1-9]\d{0,14})\/([0-9a-f]{64}) A{91}=\n$/;

const hexOf = (bytes: Uint8Array) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
const accountHash = (id: string) => hexOf(sha256(encoded(id)).subarray(0, 8));
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g)!, (two) => Number.parseInt(two, 16));

/** A checkpoint as it is kept, with the statement that has it. `before`: the leaves before the month, and their root. */
export function keptNote(
  note: string,
  { month, issued_at, account }: Statement,
  before: { readonly size: number; readonly root: string },
): string {
  const place = [month, issued_at, accountHash(account.id), before.size, hexOf(fromBase64(before.root))];
  return `${note}— seen/${place.join("/")} ${"A".repeat(91)}=\n`;
}

export function originOf(note: string): Origin | undefined {
  const [, month, issuedAt, account, size, root] = form.exec(note) ?? [];
  if (!month || !account || !root) return undefined;
  return { month, account, issuedAt: Number(issuedAt), size: Number(size), root: toBase64(bytesOf(root)) };
}

/** Whether a checkpoint can be of a statement's account. */
export const isOfAccount = ({ from }: Seen, { account }: Statement): boolean =>
  from === undefined || from.account === accountHash(account.id);

/** Whether a statement is older than that in which a checkpoint was seen. */
export const isOlder = ({ month, issued_at }: Statement, { from }: Seen): boolean =>
  from !== undefined && (month < from.month || (month === from.month && issued_at < from.issuedAt));
