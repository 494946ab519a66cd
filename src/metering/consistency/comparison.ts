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
  /** What is wrong with it, as a text, where two figures would not show it. */
  readonly wrong?: string;
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
  /** What to do about a difference, if it is not the same as for all. */
  readonly advice?: string;
}

/** What a difference means, as a line: that of the doctor and of the System page. */
export const textOfFinding = (
  { found, expected }: Compared,
  { subject, at, wrong, ...figures }: Finding,
): string => {
  const where = at === undefined ? subject : `${subject}, ${new Date(at).toISOString()}`;
  return `${where}: ${wrong ?? `${found} ${figures.found}, ${expected} ${figures.expected}`}`;
};

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
    this.#add({ check, subject: subject(), ...(at > 0 && { at }), expected, found });
  }

  /** Counts one whose facts are compared; `wrong` is the sentence about what differs, undefined if all agree. */
  hold(subject: string, wrong: string | undefined): void {
    this.#compared += 1;
    if (wrong === undefined) return;
    this.#differing += 1;
    const check = `${this.#names.found} = ${this.#names.expected}`;
    this.#add({ check, subject, expected: 1, found: 0, wrong });
  }

  #add(finding: Finding): void {
    this.#findings.push(finding);
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
