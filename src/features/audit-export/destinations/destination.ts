import type { AuditEntryRecord } from "../../../management/system/audit.ts";

/** An entry that the receiver refuses by itself, and why. */
export interface Refused {
  readonly id: string;
  readonly reason: string;
}

/** What became of entries, by ID. Those in neither list are sent again. */
export interface Outcome {
  readonly taken: readonly string[];
  /** Only next to entries that were taken: a receiver that refuses all fails. */
  readonly refused: readonly Refused[];
  /** Why the others were not sent, if that ended the attempt. */
  readonly failure?: DeliveryError | undefined;
}

/** No entry could be delivered, for a reason that is not an entry's. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** The time for which the receiver requests no other attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** What receives the audit log. */
export interface Destination {
  /** Sends entries in their order. Throws `DeliveryError` if it is not known that any was taken. */
  send(entries: readonly AuditEntryRecord[], signal: AbortSignal): Promise<Outcome>;
}

export const allTaken = (entries: readonly AuditEntryRecord[]): Outcome => ({
  taken: entries.map(({ id }) => id),
  refused: [],
});

// Texts of JSON may contain these unescaped; some readers of lines end a line at them, or act on them.
const special = /[\u007f-\u009f\u2028\u2029]/g;

/** An entry as `GET /audit` shows it: JSON on one line, without control characters. */
export function entryJson(entry: AuditEntryRecord): string {
  return JSON.stringify(entry).replaceAll(
    special,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
