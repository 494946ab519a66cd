/** The content of `traceparent`: W3C Trace Context. */
export interface TraceContext {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly parentId: string;
  readonly isSampled: boolean;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a header; undefined if it is not one, and the trace begins here. */
export function readTraceparent(header: string): TraceContext | undefined {
  const [, version, traceId, parentId, flags, rest] = form.exec(header) ?? [];
  if (!traceId || !parentId || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

export function traceparentOf(traceId: string, spanId: string): string {
  return `00-${traceId}-${spanId}-01`;
}

/** Random hexadecimal digits, not all of them 0. */
export function randomId(bytes: 8 | 16): string {
  const id = crypto.getRandomValues(Buffer.alloc(bytes));
  id[0]! |= 1;
  return id.toString("hex");
}

const idsOfRatio = 2 ** 52;

/** Whether a trace is in a ratio of all: every service with the same ratio decides alike by its ID. */
export function isInRatio(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * idsOfRatio;
}
