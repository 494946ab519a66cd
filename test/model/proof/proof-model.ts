// Proof days. Journals are files whose records carry the day of their clock. The database applies them, cuts them once a
// day, makes one leaf per day, and signs checkpoints that customers keep. It may lose its last commits, be restored, or
// be replayed on the other database.
import { Layout, type Model, type State, Violation } from "../explore.ts";
import { ProofSteps } from "./proof-steps.ts";

/** Flaws, and the rules of a run. */
export interface ProofRules {
  readonly byTime?: true;
  readonly markOnly?: true;
  readonly recut?: true;
  readonly signAtOnce?: true;
  /** The signer keeps what it has signed outside of the database. */
  readonly memory?: true;
  readonly sameLog?: true;
  readonly purgeAtMark?: true;
  readonly purgeApplied?: true;
  readonly cutUnlogged?: true;
  readonly leafHasBytes?: true;
  readonly leafSkipsRejected?: true;
  readonly byArrival?: true;
  readonly replayForgetsCuts?: true;
  readonly ledgerAtCompute?: true;
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
  readonly clickhouse?: true;
  readonly purge?: true;
  readonly budget?: Partial<Record<Exclude<ProofBudget, "calls">, number>>;
  readonly rules?: ProofRules;
}

export interface ProofStep {
  readonly what: string;
}

/** Calls in a journal, and rows of the ledger. */
const [records, ledgerRows] = [2, 3] as const;

export class ProofCells {
  readonly run: Required<Pick<ProofRun, "journals" | "days" | "budget" | "rules">> & ProofRun;
  readonly records = records;
  readonly ledgerRows = ledgerRows;
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
  readonly rejected: number;
  readonly amended: number;
  readonly arrival: number;
  readonly databaseWidth: number;
  readonly now: number;
  readonly record: number;
  readonly up: number;
  readonly timeline: number;
  readonly signed: number;
  readonly hasBackup: number;
  readonly budget: Readonly<Record<ProofBudget | "backup", number>>;
  readonly replica: number;
  readonly backup: number;
  readonly width: number;
  /** The contents of leaves, by their numbers. */
  readonly contents: string[] = [];

  constructor(run: ProofRun) {
    this.run = { journals: 2, days: 3, budget: {}, rules: {}, ...run };
    const { journals: j, days } = this.run;
    const take = (count = 1) => this.#layout.take(count);
    [this.applied, this.logged, this.proved, this.cut] = [take(j), take(j), take(j), take(days * j)];
    [this.dayLedger, this.leaf, this.purged, this.ledger] = [take(days), take(days), take(j), take()];
    [this.row, this.epoch, this.rejected] = [take(ledgerRows), take(), take(j * records)];
    [this.amended, this.arrival] = [take(j * records), take(j * records)];
    this.databaseWidth = this.#layout.width;
    [this.now, this.record, this.up, this.timeline] = [take(), take(j * records), take(j), take()];
    [this.signed, this.hasBackup] = [take(2 * days), take()];
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
    const known = this.contents.indexOf(content);
    return known >= 0 ? known + 1 : this.contents.push(content);
  }

  /** The content of a leaf: its calls by journal and seq, and the rows of the ledger until then. */
  contentOf(x: State, day: number): string {
    const { journals, rules, clickhouse } = this.run;
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

const callsOf = (content: string): string[] => content.split("|")[0]!.split(" ").filter(Boolean);

export class ProofModel implements Model<ProofStep> {
  readonly cells: ProofCells;
  readonly initial: State;

  constructor(run: ProofRun) {
    const c = new ProofCells(run);
    this.cells = c;
    this.initial = new Uint8Array(c.width);
    this.initial.fill(1, c.up, c.up + c.run.journals);
    for (const [name, count] of Object.entries(run.budget ?? {}))
      this.initial[c.budget[name as ProofBudget]] = count;
    this.initial[c.budget.calls] = run.calls;
    this.initial[c.budget.backup] = run.budget?.restore ?? 0;
    this.initial.copyWithin(c.replica, 0, c.databaseWidth);
  }

  check(x: State): void {
    this.#checkCuts(x);
    for (let day = 0; day < this.cells.run.days; day++) if (x[this.cells.leaf + day]) this.#checkLeaf(x, day);
  }

  #checkCuts(x: State): void {
    const c = this.cells;
    for (let j = 0; j < c.run.journals; j++) {
      let last = 0;
      for (let day = 0; day < c.run.days; day++) {
        if (!x[c.cut + day * c.run.journals + j]) continue;
        if (c.to(x, day, j) < last && !c.run.rules.byTime) throw new Violation("a cut goes back");
        last = Math.max(last, c.to(x, day, j));
      }
      if (last !== x[c.proved + j]) throw new Violation("the proved seq is not the last cut");
      if (last > x[c.applied + j]!) throw new Violation("a call is proved that is not applied");
    }
  }

  #checkLeaf(x: State, day: number): void {
    const c = this.cells;
    const { journals, rules } = c.run;
    const now = c.contentOf(x, day);
    if (c.numberOf(now) !== x[c.leaf + day] && !now.includes("?"))
      throw new Violation("a proved day has changed");
    const own = callsOf(c.contents[x[c.leaf + day]! - 1]!);
    if (rules.markOnly) {
      const all: string[] = [];
      for (let e = 0; e <= day; e++) if (x[c.leaf + e]) all.push(...callsOf(c.contents[x[c.leaf + e]! - 1]!));
      if (new Set(all).size !== all.length) throw new Violation("a call is in two days");
    } else if (!rules.byTime) {
      let count = 0;
      for (let j = 0; j < journals; j++) count += c.to(x, day, j) - c.from(x, day, j);
      if (own.includes("?")) throw new Violation("a call was removed before its leaf was made");
      if (own.length !== count) throw new Violation(`a day has ${count} calls, its leaf ${own.length}`);
    }
  }

  isQuiet(x: State): boolean {
    const c = this.cells;
    if (x[c.now] !== c.run.days) return false;
    for (let day = 0; day < c.run.days; day++)
      if (!x[c.leaf + day] || !x[c.signed + x[c.epoch]! * c.run.days + day]) return false;
    for (let j = 0; j < c.run.journals; j++)
      if (!x[c.up + j] || x[c.applied + j] !== c.length(x, j)) return false;
    return true;
  }

  steps(x0: State, emit: (step: ProofStep, next: State) => void): void {
    const c = this.cells;
    const { rules, budget } = c.run;
    const go = (what: string, change: (x: State) => void) => {
      const x = x0.slice();
      change(x);
      if (!budget.failOver && !rules.signAtOnce) x.copyWithin(c.replica, 0, c.databaseWidth);
      emit({ what }, x);
    };
    new ProofSteps(c, x0, go).all();
  }
}
