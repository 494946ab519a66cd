/** Two figures that should be equal and are not. */
export interface Finding {
  /** The comparison, as `found = expected`. */
  readonly check: string;
  /** What differs: a subscription, a journal, or an API with an outcome. */
  readonly subject: string;
  /** The start of the hour or minute, for figures by time. */
  readonly at?: number;
  readonly expected: number;
  readonly found: number;
}

/** The names of two sets of figures that must be equal. */
export interface Compared {
  readonly found: string;
  readonly expected: string;
  /** What has a figure in both, in the plural: subscriptions, journals, hours. */
  readonly subjects: string;
}

/** A comparison and its result. */
export interface ComparisonResult extends Compared {
  /** How many were compared, and how many differ. */
  readonly compared: number;
  readonly differing: number;
  /** The first hundred that differ, by subject and time. */
  readonly findings: readonly Finding[];
}

/** More than a person reads. */
export const findingsMax = 100;

/** The result of a comparison while it is made. */
export class Comparing {
  readonly #names: Compared;
  #compared = 0;
  #differing = 0;
  #findings: Finding[] = [];

  constructor(names: Compared) {
    this.#names = names;
  }

  /** Compares two figures; `at` is 0 for figures without a time. */
  compare(expected: number, found: number, subject: () => string, at = 0): void {
    this.#compared += 1;
    if (expected === found) return;
    this.#differing += 1;
    const check = `${this.#names.found} = ${this.#names.expected}`;
    this.#findings.push({ check, subject: subject(), ...(at > 0 && { at }), expected, found });
    if (this.#findings.length === 100 * findingsMax) this.#findings = firstOf(this.#findings);
  }

  get result(): ComparisonResult {
    const findings = firstOf(this.#findings);
    return { ...this.#names, compared: this.#compared, differing: this.#differing, findings };
  }
}

function firstOf(findings: readonly Finding[]): Finding[] {
  const order = (a: Finding, b: Finding) =>
    a.subject === b.subject ? (a.at ?? 0) - (b.at ?? 0) : a.subject < b.subject ? -1 : 1;
  return findings.toSorted(order).slice(0, findingsMax);
}
