/** A clock that differs by less is taken as equal: the service looks so far around an ID's time. */
const toleratedMs = 8000;
/** `Date` has no fractions of seconds. */
const preciseMs = 2000;

/**
 * IDs of calls as the service makes them, UUID version 7 by its clock. An answer can be requested again, without a
 * charge, with the ID of a call that it was charged for.
 */
export class RequestIds {
  /** The service's clock less ours. */
  #offsetMs = 0;

  next(): RequestId {
    const bytes = crypto.getRandomValues(new Uint8Array(10));
    bytes[0] = (bytes[0]! & 0x0f) | 0x70;
    bytes[2] = (bytes[2]! & 0x3f) | 0x80;
    const time = (Date.now() + this.#offsetMs).toString(16).padStart(12, "0");
    const text = time + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return {
      text: text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      offsetMs: this.#offsetMs,
    };
  }

  /** Reads the service's clock. Scripts of another origin cannot, and take their own. */
  observe(headers: Headers): void {
    const difference = Date.parse(headers.get("date") ?? "") - Date.now();
    if (Number.isNaN(difference)) return;
    this.#offsetMs = Math.abs(difference) > preciseMs ? difference : 0;
  }

  /** Whether the service would have found a call with this ID. */
  canFind({ offsetMs }: RequestId): boolean {
    return Math.abs(offsetMs - this.#offsetMs) < toleratedMs;
  }
}

export interface RequestId {
  readonly text: string;
  /** The offset that its time contains. */
  readonly offsetMs: number;
}

/** 128 random bits as text. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
