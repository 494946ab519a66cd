/** UUID version 7 (RFC 9562) for a moment: later IDs sort later. */
export function uuidv7(now: number): string {
  return Bun.randomUUIDv7("hex", now);
}

/** The moment of a UUID version 7, milliseconds UTC: its first 48 bits. Undefined for any other text. */
export function uuidTime(id: string): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined;
}

/** An ID of a request that this service makes: UUID version 7 whose last byte follows from the others. */
export function serviceId(now: number): string {
  const id = uuidv7(now).slice(0, -2);
  return id + markOf(id);
}

/** Whether an ID could be one that this service made. One in 256 others is taken for such an ID, too. */
export function isServiceId(id: string): boolean {
  return id.slice(-2) === markOf(id.slice(0, -2));
}

function markOf(text: string): string {
  let mark = 0x5a;
  for (let at = 0; at < text.length; at++) mark = ((mark * 31) ^ text.charCodeAt(at)) & 0xff;
  return mark.toString(16).padStart(2, "0");
}
