import { ShortHmac } from "../../../base/short-hmac.ts";
import { callIdText } from "../../../metering/requests/call-id.ts";

// The lines that are hashed: `docs/guide/statement-format.md`.

/** A call, as far as its line has it. `at`: milliseconds UTC. */
export interface ProvedCall {
  readonly journalId: string;
  readonly seq: number;
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  readonly credits: number;
  /** Base64. */
  readonly digest: string;
}

export const callLine = ({ journalId, seq, at, operation, status, credits, digest }: ProvedCall): string =>
  `vingate-call/v1\t${callIdText({ journalId, seq })}\t${at}\t${operation}\t${status}\t${credits}\t${digest}\n`;

/** A leaf of a log for a day's calls. Hashes in Base64. */
export interface DayLeaf {
  /** `2026-10-01` */
  readonly day: string;
  readonly calls: number;
  readonly credits: number;
  readonly callRoot: string;
  readonly ledgerRows: number;
  readonly ledgerHead: string;
}

/** A leaf of a log that continues another one, which its database has lost. */
export interface EpochLeaf {
  readonly epoch: number;
  readonly size: number;
  readonly root: string;
  readonly reason: string;
}

export const dayLine = (subscriptionId: string, leaf: DayLeaf): string =>
  `vingate-proof-day/v1\t${subscriptionId}\t${leaf.day}\t${leaf.calls}\t${leaf.credits}\t${leaf.callRoot}\t${leaf.ledgerRows}\t${leaf.ledgerHead}\n`;

export const epochLine = (subscriptionId: string, { epoch, size, root, reason }: EpochLeaf): string =>
  `vingate-proof-epoch/v1\t${subscriptionId}\t${epoch}\t${size}\t${root}\t${reason}\n`;

/** The first leaf of a log that a move began: it names the log of the account before. */
export interface MoveLeaf {
  readonly epoch: number;
  readonly formerEpoch: number;
  readonly size: number;
  readonly root: string;
}

export const moveLine = (subscriptionId: string, { epoch, formerEpoch, size, root }: MoveLeaf): string =>
  `vingate-proof-move/v1\t${subscriptionId}\t${epoch}\t${formerEpoch}\t${size}\t${root}\n`;

export const digestBytes = 16;
export const saltBytes = 32;
/** Stands for the salt of a deleted account. */
export const noSalt: Uint8Array = new Uint8Array(saltBytes);

// A path and query has at most 8,192 characters, other texts have fewer.
const message = Buffer.alloc(3 * 10_240);
const hmacBytes = 32;
const code = Buffer.alloc(hmacBytes);

/** The digests of an account's requests. */
export class Digests {
  readonly #hmac: ShortHmac;

  constructor(salt: Uint8Array) {
    this.#hmac = new ShortHmac(salt);
  }

  /** `url`: path and query. Base64. */
  of(requestId: string, method: string, url: string): string {
    const length = message.write(`${requestId}\n${method}\n${url}`);
    this.#hmac.add(message, 0, length);
    code.set(this.#hmac.done());
    return code.toString("base64", 0, digestBytes);
  }
}

export const callClasses = ["charged", "not_found", "invalid", "refused", "error", "free"] as const;
export type CallClass = (typeof callClasses)[number];

const refused: readonly number[] = [401, 402, 403, 429];

export function classOf(status: number, credits: number): CallClass {
  if (credits > 0) return "charged";
  if (status === 404) return "not_found";
  if (status === 422) return "invalid";
  if (refused.includes(status)) return "refused";
  return status >= 500 ? "error" : "free";
}
