/** A value of JSON whose numbers are integers. */
type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** Canonical JSON (RFC 8785) of a value whose numbers are integers. Members without a value are left out. */
export function canonicalJson(value: unknown): string {
  return write(value as Json);
}

function write(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new Error(`${value} is no safe integer`);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  // Sorted by UTF-16 code units, as the RFC requires.
  const members = Object.entries(value as Readonly<Record<string, Json | undefined>>)
    .filter((member): member is [string, Json] => member[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`;
}
