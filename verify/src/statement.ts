import { Malformed } from "./findings.ts";
import { hashForm } from "./hash.ts";
import { checkpointNote, keyForm, statementNote } from "./note.ts";

/** A form of texts, a test of values, a list of one shape, or an object with exactly these members. */
type Shape = RegExp | Test | readonly [Shape] | { readonly [member: string]: Shape };
type Test = (value: unknown, where: string) => boolean;
type Of<S> = S extends RegExp
  ? string
  : S extends (value: unknown, where: string) => value is infer T
    ? T
    : S extends readonly [infer E]
      ? readonly Of<E>[]
      : { readonly [M in keyof S]: Of<S[M]> };

/** True, or throws `Malformed`. */
function fits(shape: Shape, value: unknown, where: string): boolean {
  const need = (isTrue: boolean): boolean => {
    if (!isTrue) throw new Malformed(`${where} does not have its form`);
    return true;
  };
  if (shape instanceof RegExp) return need(typeof value === "string" && shape.test(value));
  if (typeof shape === "function") return need(shape(value, where));
  need(typeof value === "object" && value !== null && Array.isArray(value) === Array.isArray(shape));
  const given = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(shape))
    return Object.keys(given).every((at) => fits(shape[0], given[at], `${where}[${at}]`));
  need(Object.keys(given).length === Object.keys(shape).length);
  return Object.entries(shape).every(([name, inner]) => fits(inner, given[name], `${where}.${name}`));
}
const orNull =
  <S extends Shape>(shape: S) =>
  (value: unknown, where: string): value is Of<S> | null =>
    value === null || fits(shape, value, where);

const whole = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 1e15;
const count = (value: unknown): value is number => whole(value) && value >= 0;
/** Without control characters, which could end a field or a line, and without half a surrogate pair. */
export const textForm = /^[^\p{Cc}\p{Cs}]{1,4096}$/u;
const text = textForm;
const textOrEmpty = /^[^\p{Cc}\p{Cs}]{0,4096}$/u;
const name = /^[!-*,-.0-~]{1,4096}$/;
const hash = new RegExp(`^${hashForm}$`);
const sums = { calls: count, credits: count };
const ledger = { ledger_rows: count, ledger_head: hash };
const end = { balance: orNull(whole), ...ledger } as const;
const day = { day: /^\d{4}-\d\d-\d\d$/, ...sums, call_root: hash, ...ledger };
const epoch = { epoch: count, size: count, root: hash, reason: textOrEmpty };
export type Day = Of<typeof day>;
export type Leaf = Day | Of<typeof epoch>;
const leaf = (value: unknown, where: string): value is Leaf =>
  fits("day" in Object(value) ? day : epoch, value, where);
const row = { id: text, at: count, kind: text, delta: whole, grant_id: orNull(text), head: hash } as const;
const classes = /^(charged|not_found|invalid|refused|error|free)$/;
const subscription = {
  id: name,
  product_id: orNull(text),
  epoch: count,
  opening: end,
  closing: end,
  ledger: [row],
  usage: [{ operation: text, class: classes, ...sums }],
  grants: Array.isArray,
  earlier: { size: count, hashes: [hash] },
  days: [leaf],
  checkpoint: orNull(checkpointNote),
  unproved: sums,
} as const;
const amount = { text: textOrEmpty, minor: whole };
const money = { currency: text, lines: [amount], total_minor: whole } as const;
const statement = {
  format: /^vingate-statement\/v1$/,
  service: name,
  account: { id: text, name: textOrEmpty },
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  time_zone: /^UTC$/,
  state: /^(final|provisional)$/,
  issued_at: count,
  key: keyForm,
  subscriptions: [subscription],
  money: orNull(money),
  signature: statementNote,
} as const;
export type Subscription = Of<typeof subscription>;
export type Statement = Of<typeof statement>;

export const daysOf = ({ days }: Subscription): Day[] => days.filter((one): one is Day => "day" in one);

/** JSON in the form of RFC 8785. */
function canonical(value: unknown): string {
  if (typeof value === "number" && !whole(value)) throw new Malformed("a number is no whole number");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`;
}

/** A statement and the text that is signed. Throws `Malformed`. */
export function parseStatement(bytes: Uint8Array): { statement: Statement; signed: string } {
  let json = "";
  let value: Statement;
  try {
    json = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(json);
  } catch {
    throw new Malformed("it is no JSON in UTF-8");
  }
  fits(statement, value, "statement");
  if (canonical(value) !== json) throw new Malformed("it is not in canonical form: it was changed");
  const { signature: _, ...rest } = value;
  return { statement: value, signed: canonical(rest) };
}
