import { createHash } from "node:crypto";

/** What the head of a ledger row covers. Times are milliseconds UTC. Reason and actor are not in it: they can be erased. */
export interface ChainedRow {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly delta: number;
  /** Empty if the credits are of several grants. */
  readonly grantId: string;
}

/** The last row of a subscription's chain: how many there are, and the head. The head is empty before the first. */
export interface LedgerEnd {
  readonly ledgerRows: number;
  readonly ledgerHead: string;
}

const hashOf = (line: string): string => createHash("sha256").update(line).digest("base64");

/** The head before the first row, Base64. */
export const firstHead = (subscriptionId: string): string => hashOf(`vingate-ledger/v1\t${subscriptionId}\n`);

/** The head of a row, Base64: the hash of its line, which contains the head before it. `docs/guide/statement-format.md` */
export const headAfter = (head: string, { id, at, kind, delta, grantId }: ChainedRow): string =>
  hashOf(`vingate-ledger/v1\t${head}\t${id}\t${at}\t${kind}\t${delta}\t${grantId}\n`);

/** The end of a chain after another row. */
export const endAfter = (subscriptionId: string, end: LedgerEnd, row: ChainedRow): LedgerEnd => ({
  ledgerRows: end.ledgerRows + 1,
  ledgerHead: headAfter(end.ledgerHead || firstHead(subscriptionId), row),
});
