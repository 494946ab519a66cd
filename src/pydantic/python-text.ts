/** A value as Python's repr writes it, for the values a literal can have. */
export function repr(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "string") return String(value);
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** Choices as pydantic lists them: 'a', 'b' or 'c'. */
export function alternatives(values: readonly unknown[]): string {
  const written = values.map(repr);
  const last = written.pop() ?? "";
  return written.length === 0 ? last : `${written.join(", ")} or ${last}`;
}

/** "1 item", "2 items". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
