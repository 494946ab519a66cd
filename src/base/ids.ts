/** UUID version 7 (RFC 9562) for a moment: later IDs sort later. */
export function uuidv7(now: number): string {
  return Bun.randomUUIDv7("hex", now);
}
