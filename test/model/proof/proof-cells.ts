import { Layout, type State } from "../explore.ts";

/** Flaws, and the rules of a run. */
export interface ProofRules {
  readonly byTime?: true;
  readonly markOnly?: true;
  readonly recut?: true;
  readonly signAtOnce?: true;
  /** The signer keeps what it has signed outside of the database. */
  readonly memory?: true;
  readonly sameLog?: true;
  /** A backup is put in place of the database, and nothing in it shows that. */
  readonly untold?: true;
  readonly purgeAtMark?: true;
  readonly purgeApplied?: true;
  readonly cutUnlogged?: true;
  readonly leafHasBytes?: true;
  readonly leafSkipsRejected?: true;
  readonly byArrival?: true;
  readonly replayForgetsCuts?: true;
  readonly ledgerAtCompute?: true;
  /** A log that begins again can have the epoch of one that the database has lost. */
  readonly epochAgain?: true;
}

export type ProofBudget =
  | "calls"
  | "crash"
  | "failOver"
  | "restore"
  | "ledger"
  | "amend"
  | "reject"
  | "back"
  | "replay";

export interface ProofRun {
  readonly journals?: number;
  readonly days?: number;
  readonly calls: number;
  /** Calls in a journal. */
  readonly records?: number;
  readonly ledgerRows?: number;
  readonly clickhouse?: true;
  readonly purge?: true;
  /**
   * Steps as the program does them: a day is cut once the leaves of the day before are made, one purge removes from all
   * journals, calls are applied together, and all days are signed that can be.
   */
  readonly asProgram?: true;
  readonly budget?: Partial<Record<Exclude<ProofBudget, "calls">, number>>;
  readonly rules?: ProofRules;
}

export class ProofCells {
  readonly run: Required<
    Pick<ProofRun, "journals" | "days" | "records" | "ledgerRows" | "budget" | "rules">
  > &
    ProofRun;
  /** How many epochs can begin, with the first. */
  readonly epochs: number;
  readonly #layout = new Layout();
  readonly applied: number;
  readonly logged: number;
  readonly proved: number;
  readonly cut: number;
  readonly dayLedger: number;
  readonly leaf: number;
  readonly purged: number;
  readonly ledger: number;
  readonly row: number;
  readonly epoch: number;
  /** The leaves before those of the epoch. */
  readonly begun: number;
  readonly rejected: number;
  readonly amended: number;
  readonly arrival: number;
  readonly databaseWidth: number;
  readonly now: number;
  readonly record: number;
  readonly up: number;
  readonly timeline: number;
  readonly signed: number;
  /** What was signed of each epoch: the leaves before its own, plus one. */
  readonly signedBegun: number;
  readonly hasBackup: number;
  readonly budget: Readonly<Record<ProofBudget | "backup", number>>;
  readonly replica: number;
  readonly backup: number;
  readonly width: number;
  /** The contents of leaves, by their numbers. */
  readonly contents: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(run: ProofRun) {
    this.run = { journals: 2, days: 3, records: 2, ledgerRows: 3, budget: {}, rules: {}, ...run };
    const { journals: j, days, records, ledgerRows, budget } = this.run;
    this.epochs = 1 + (budget.failOver ?? 0) + (budget.restore ?? 0);
    const take = (count = 1) => this.#layout.take(count);
    [this.applied, this.logged, this.proved, this.cut] = [take(j), take(j), take(j), take(days * j)];
    [this.dayLedger, this.leaf, this.purged, this.ledger] = [take(days), take(days), take(j), take()];
    [this.row, this.epoch, this.begun, this.rejected] = [take(ledgerRows), take(), take(), take(j * records)];
    [this.amended, this.arrival] = [take(j * records), take(j * records)];
    this.databaseWidth = this.#layout.width;
    [this.now, this.record, this.up, this.timeline] = [take(), take(j * records), take(j), take()];
    [this.signed, this.signedBegun, this.hasBackup] = [take(this.epochs * days), take(this.epochs), take()];
    const names = [
      "calls",
      "crash",
      "failOver",
      "restore",
      "ledger",
      "amend",
      "reject",
      "back",
      "replay",
      "backup",
    ];
    this.budget = Object.fromEntries(names.map((name) => [name, take()])) as ProofCells["budget"];
    [this.replica, this.backup] = [take(this.databaseWidth), take(this.databaseWidth)];
    this.width = this.#layout.width;
  }

  length(x: State, journal: number): number {
    const { records } = this.run;
    let count = 0;
    while (count < records && x[this.record + journal * records + count]) count++;
    return count;
  }

  /** Where a day of a journal begins and ends. Cuts are stored plus one. */
  from(x: State, day: number, journal: number): number {
    return day === 0 ? 0 : x[this.cut + (day - 1) * this.run.journals + journal]! - 1;
  }

  to(x: State, day: number, journal: number): number {
    return x[this.cut + day * this.run.journals + journal]! - 1;
  }

  numberOf(content: string): number {
    const number = this.#numbers.get(content) ?? this.contents.push(content);
    this.#numbers.set(content, number);
    return number;
  }

  /** The content of a leaf: its calls by journal and seq, and the rows of the ledger until then. */
  contentOf(x: State, day: number): string {
    const { journals, records, rules, clickhouse } = this.run;
    const lines: string[] = [];
    const line = (journal: number, at: number) => {
      const place = journal * records + at;
      if (rules.leafSkipsRejected && x[this.rejected + place] === 1) return;
      if (clickhouse && at >= x[this.logged + journal]!) return;
      const mark = rules.leafHasBytes && x[this.amended + place] ? "*" : "";
      lines.push(at < x[this.purged + journal]! ? "?" : `${journal}/${at}${mark}`);
    };
    for (let j = 0; j < journals; j++) {
      if (rules.byTime) {
        for (let at = 0; at < x[this.applied + j]!; at++)
          if (x[this.record + j * records + at] === day + 1) line(j, at);
        continue;
      }
      const to = rules.markOnly ? x[this.proved + j]! : this.to(x, day, j);
      for (let at = this.from(x, day, j); at < to; at++) line(j, at);
    }
    const arrivalOf = (text: string) => x[this.arrival + Number(text[0]) * records + Number(text[2])]!;
    if (rules.byArrival) lines.sort((a, b) => arrivalOf(a) - arrivalOf(b));
    const rows = rules.ledgerAtCompute ? x[this.ledger]! : x[this.dayLedger + day]!;
    return `${lines.join(" ")}|${[...x.slice(this.row, this.row + rows)].join(" ")}`;
  }
}
