/** UUID version 7 (RFC 9562) for a moment: later IDs sort later. */
export function uuidv7(now: number): string {
  return Bun.randomUUIDv7("hex", now);
}

/** The moment of a UUID version 7, milliseconds UTC: its first 48 bits. Undefined for any other text. */
export function uuidTime(id: string): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined;
}
