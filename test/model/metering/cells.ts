import { Layout, type State } from "../explore.ts";

/** What happens in a run at most so often. */
export type Budget = "calls" | "crash" | "expire" | "bump" | "cancel" | "set" | "power" | "failOver";
export const budgets: readonly Budget[] = [
  "calls",
  "crash",
  "expire",
  "bump",
  "cancel",
  "set",
  "power",
  "failOver",
];

/** Rules of a run: what cannot happen in it, and flaws of the protocol, of which each must be found. */
export interface Rules {
  /** No lookup ends without a charge. */
  readonly noRefund?: true;
  /** The leases of a live node expire too. */
  readonly foreign?: true;
  /** Credits of leases may stay with a journal that nobody closes. */
  readonly ignoreStranded?: true;
  /** Credits that calls in flight may give back count at a refusal. */
  readonly strictRefusal?: true;
  /** An acquisition gets all or nothing. */
  readonly exactTake?: true;
  /** A call is refused as soon as the database leases nothing. */
  readonly naiveRefusal?: true;
  /** Lease operations have no number. */
  readonly noNumbers?: true;
  /** Lease operations do not look at their journal's state. */
  readonly noGuard?: true;
  readonly noReturnCheck?: true;
  /** Applying does not compare the applied seq. */
  readonly noCompare?: true;
  /** A call on a lost lease is charged to the balance below zero, or is skipped. */
  readonly noAbsorb?: true | "skip";
  /** Recovery closes a journal before it has applied it. */
  readonly closeEarly?: true;
  /** A process continues the journal of the one before. */
  readonly reuse?: true;
  /** A balance is set while credits are leased. */
  readonly naiveSet?: true;
  /** A journal's files are removed once they are applied. */
  readonly deleteApplied?: true;
}

/** The size of a run. */
export interface MeteringRun {
  readonly nodes: number;
  /** How many journals there can be; a node that restarts has a new one. */
  readonly journals: number;
  /** How many calls fit in a journal. */
  readonly records: number;
  readonly subscriptions?: number;
  readonly cost?: number;
  readonly calls: number;
  readonly credits: number;
  /** How many credits a node acquires at once. */
  readonly takes?: readonly number[];
  readonly budget?: Partial<Record<Budget, number>>;
  /** Whether the database has a replica that can take over. */
  readonly replica?: true;
  /** Journals of dead nodes stay away. */
  readonly neverBack?: true;
  /** Exactly the calls that the credits pay are served. */
  readonly exact?: true;
  /** With steps that must change nothing: repeated statements, and those that come too early or too late. */
  readonly repeats?: true;
  readonly rules?: Rules;
}

/** States of a journal. */
export const [none, open, ended] = [0, 1, 2] as const;
/** Statements on the wire. */
export const [noWire, acquires, releases] = [0, 1, 2] as const;

/** Where each fact of a state is. Facts of leases are by journal, then subscription; those of memory by node. */
export class MeteringCells {
  readonly run: Required<Omit<MeteringRun, "replica" | "neverBack" | "exact" | "repeats">> & MeteringRun;
  readonly #layout = new Layout();
  // The database.
  readonly remaining: number;
  readonly granted: number;
  readonly used: number;
  readonly debt: number;
  readonly writtenOff: number;
  readonly ended: number;
  readonly frozen: number;
  readonly journal: number;
  readonly applied: number;
  readonly held: number;
  readonly op: number;
  readonly took: number;
  readonly reported: number;
  readonly databaseWidth: number;
  // Files: 0 for no record, else 1 + 2 * subscription, + 1 once it is answered.
  readonly record: number;
  readonly synced: number;
  // The wire: the last statement of each lease.
  readonly wireOp: number;
  readonly wireKind: number;
  readonly wireAmount: number;
  // Memory of the nodes.
  readonly owner: number;
  readonly up: number;
  readonly current: number;
  readonly free: number;
  readonly inFlight: number;
  readonly pending: number;
  readonly lastOp: number;
  readonly knowsEnd: number;
  readonly waiting: number;
  readonly readMark: number;
  readonly budget: Readonly<Record<Budget, number>>;
  readonly lost: number;
  readonly opened: number;
  readonly dead: number;
  readonly replica: number;
  readonly width: number;

  constructor(run: MeteringRun) {
    this.run = { subscriptions: 1, cost: 1, takes: [1, 2], budget: {}, rules: {}, ...run };
    const { nodes: n, journals: j, records: r, subscriptions: s } = this.run;
    const take = (count = 1) => this.#layout.take(count);
    [this.remaining, this.granted, this.used, this.debt] = [take(s), take(s), take(s), take(s)];
    [this.writtenOff, this.ended, this.frozen] = [take(s), take(s), take(s)];
    [this.journal, this.applied, this.held] = [take(j), take(j), take(j * s)];
    [this.op, this.took, this.reported] = [take(j * s), take(j * s), take(j * r)];
    this.databaseWidth = this.#layout.width;
    [this.record, this.synced, this.wireOp] = [take(j * r), take(j), take(j * s)];
    [this.wireKind, this.wireAmount, this.owner] = [take(j * s), take(j * s), take(j)];
    [this.up, this.current, this.free, this.inFlight] = [take(n), take(n), take(n * s), take(j * s)];
    [this.pending, this.lastOp, this.knowsEnd] = [take(n * s), take(n * s), take(n * s)];
    [this.waiting, this.readMark] = [take(n * s), take(n)];
    this.budget = Object.fromEntries(budgets.map((name) => [name, take()])) as Record<Budget, number>;
    [this.lost, this.opened, this.dead] = [take(), take(), take(j)];
    this.replica = run.replica ? take(this.databaseWidth) : 0;
    this.width = this.#layout.width;
  }

  /** The calls of a journal's files. */
  length(x: State, journal: number): number {
    const { records } = this.run;
    let count = 0;
    while (count < records && x[this.record + journal * records + count]) count++;
    return count;
  }

  /** Whether the files of a journal are with a running node. */
  isAlive(x: State, journal: number): boolean {
    return x[this.up + x[this.owner + journal]!] === 1;
  }

  isCurrent(x: State, journal: number): boolean {
    return this.isAlive(x, journal) && x[this.current + x[this.owner + journal]!] === journal;
  }

  callsInFlight(x: State, journal: number): number {
    const { subscriptions, cost } = this.run;
    let credits = 0;
    for (let s = 0; s < subscriptions; s++) credits += x[this.inFlight + journal * subscriptions + s]!;
    return credits / cost;
  }

  /** What open journals have leased of a subscription. */
  heldOf(x: State, subscription: number, but = -1): number {
    const { subscriptions } = this.run;
    let held = 0;
    for (let j = 0; j < x[this.opened]!; j++)
      if (j !== but) held += x[this.held + j * subscriptions + subscription]!;
    return held;
  }

  /** Whether the database has an earlier state than the node has seen. */
  isBehind(x: State, node: number, journal: number): boolean {
    const { subscriptions } = this.run;
    for (let s = 0; s < subscriptions; s++) {
      const lease = journal * subscriptions + s;
      const [is, seen] = [x[this.op + lease]!, x[this.lastOp + node * subscriptions + s]!];
      const waits = x[this.pending + node * subscriptions + s]! > 0;
      if (x[this.journal + journal] === none || is + (waits ? 1 : 0) < seen) return true;
      if (waits && is < seen && x[this.wireKind + lease] === noWire) return true;
    }
    return false;
  }

  /** The replica receives the database's content. */
  replicate(x: State): void {
    if (this.replica) x.copyWithin(this.replica, 0, this.databaseWidth);
  }
}
