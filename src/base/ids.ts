/** UUID version 7 (RFC 9562) for the given moment: ids made later sort later. */
export function uuidv7(now: number): string {
  return Bun.randomUUIDv7("hex", now);
}
