/** Thrown for input without the required form; the message states where the fault is. */
export class Malformed extends Error {}

export type Check =
  | ("signature" | "key" | "days" | "ledger" | "balance")
  | ("lines" | "calls" | "receipts" | "consistency");
const order = "signature key days ledger balance lines calls receipts consistency";
const states = ["fails", "note", "holds", "not_checked"] as const;

export interface Finding {
  readonly check: Check;
  readonly state: (typeof states)[number];
  readonly text: string;
}

export const shown = (value: number | bigint): string => value.toLocaleString("en").replace("-", "−");
const plurals: Readonly<Record<string, string>> = { leaf: "leaves", hash: "hashes" };
export const counted = (value: number | bigint, what: string): string =>
  `${shown(value)} ${Number(value) === 1 ? what : (plurals[what] ?? `${what}s`)}`;

const failuresMax = 10;
const rank = ({ state, check }: Finding) => states.indexOf(state) * order.length + order.indexOf(check);

/** Collects findings. More than ten failures of a check are counted only. */
export class Findings {
  readonly #all: Finding[] = [];
  readonly #failures = new Map<Check, number>();

  add(check: Check, state: Finding["state"], text: string): void {
    this.#all.push({ check, state, text });
  }

  /** Returns the condition, without which a check fails. */
  need(check: Check, isTrue: boolean, text: string): boolean {
    if (isTrue) return true;
    this.#failures.set(check, this.failures(check) + 1);
    if (this.failures(check) <= failuresMax) this.add(check, "fails", text);
    return false;
  }

  /** `need` of a check and a subscription. */
  of(check: Check, id: string): (isTrue: boolean, text: string) => boolean {
    return (isTrue, text) => this.need(check, isTrue, `${id}: ${text}`);
  }

  hold(check: Check, text: string): void {
    if (this.failures(check) === 0) this.add(check, "holds", text);
  }

  failures(check: Check): number {
    return this.#failures.get(check) ?? 0;
  }

  /** Failures first. */
  list(): readonly Finding[] {
    for (const [check, failures] of this.#failures)
      if (failures > failuresMax) this.add(check, "fails", `${shown(failures - failuresMax)} more failures.`);
    return this.#all.sort((a, b) => rank(a) - rank(b));
  }
}
