import { type Made, type MadeCall, receiptOf, recheck, recount, resign } from "./model.ts";

type Pick = <T>(all: readonly T[]) => T;
type Holder = Record<string, unknown>;

/** Objects and lists in a value, itself included. */
function holdersIn(value: unknown): Holder[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Holder, ...Object.values(value).flatMap(holdersIn)];
}

const ofNumbers = [(one: number) => one + 1, (one: number) => one - 1, () => 0, (one: number) => one * 1000];
const ofTexts = [
  (one: string) => `${one}x`,
  (one: string) => one.slice(1),
  (one: string) => `${one}\t`,
  (one: string) => one.replace(/1/, "2"),
  () => "",
];
const others: readonly unknown[] = [null, 0, -1, 0.5, 1e15, "x", [], {}, true];

/** Changes a member, or the order of a list. */
function changeIn(value: unknown, pick: Pick): void {
  const holder = pick(holdersIn(value).filter((one) => Object.keys(one).length > 0));
  const name = pick(Object.keys(holder));
  const before = holder[name];
  const what = pick(["value", "value", "value", "other", "left out", "order"]);
  if (Array.isArray(holder) && what === "order") holder.push(...holder.splice(0, 1));
  else if (Array.isArray(holder) && what === "left out") holder.splice(Number(name), 1);
  else if (what === "left out") delete holder[name];
  else if (what === "other") holder[name] = pick(others);
  else if (typeof before === "number") holder[name] = pick(ofNumbers)(before);
  else if (typeof before === "string") holder[name] = pick(ofTexts)(before);
}

/** Changes a statement or its calls, as a seller who signs all or some of it again can. */
export function changeAtRandom(made: Made, pick: Pick): void {
  const { statement } = made;
  const part = pick(["statement", "subscription", "calls", "receipts", "time"]);
  if (part === "statement") changeIn(statement, pick);
  else if (part === "subscription" && statement.subscriptions.length > 0)
    changeIn(pick(statement.subscriptions), pick);
  else if (part === "calls" && made.calls.length > 0) changeIn(made.calls as MadeCall[], pick);
  else if (made.calls.length > 0) {
    const one = pick(made.calls);
    const at = part === "time" ? pick([0, 30, 31, 32]) * 86_400_000 + Date.UTC(2026, 8, 30) : one.at + 1;
    made.receipts.push(receiptOf({ ...one, call: pick([one.call, `${"0".repeat(32)}/7`]), at }));
  }
  try {
    for (const again of pick([[], [recheck], [recount, recheck], [recount, recheck]])) again(made);
  } catch {
    // A value of another type cannot be hashed.
  }
  if (pick([true, true, true, false])) resign(made);
}
