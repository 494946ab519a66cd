import { plateStates } from "./plate-states.ts";

type Members = Readonly<Record<string, unknown>>;

/** The object that a member is; empty if it is absent. */
export const membersOf = (record: Members, name: string): Members => (record[name] ?? {}) as Members;

/** The text that a member is, else `""`. */
export function textIn(record: Members, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}

/** An id for an event without a number of its own: equal records have equal ids. */
export function digestOf(record: Members): string {
  return Bun.hash(JSON.stringify(record)).toString(16).padStart(16, "0");
}

/** The first state's two letters in a text, else `""`. */
export function stateIn(text: string): string {
  const found = text.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [];
  return found.find((one) => plateStates.has(one)) ?? "";
}
