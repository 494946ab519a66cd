import { Layout, type State } from "../explore.ts";

/** What happens in a run at most so often. */
export type GrantBudget =
  | "calls"
  | "crash"
  | "restart"
  | "failOver"
  | "giveBack"
  | "limit"
  | "remove"
  | "set"
  | "repeat"
  | "raise";
export const grantBudgets: readonly GrantBudget[] = [
  "calls",
  "crash",
  "restart",
  "failOver",
  "giveBack",
  "limit",
  "remove",
  "set",
  "repeat",
  "raise",
];

/** The sources of grants, in the order in which those that expire together are spent. */
export const modelSources = ["trial", "grant", "period", "purchase", "overage"] as const;
export type ModelSource = (typeof modelSources)[number];

/** A grant of a run. Its times are days of the run; it expires at the beginning of its last one. */
export interface ModelGrant {
  readonly source: ModelSource;
  readonly amount: number;
  readonly expires: number;
  /** `initial` is open from the beginning, `period` waits for its start, `later` is added by an operator. */
  readonly how: "initial" | "period" | "later";
  readonly start: number;
}

/** Flaws of the protocol, of which each must be found. */
export interface GrantRules {
  /** An expiry takes what leases may have spent before it. */
  readonly takeLeased?: true;
  /** An expiry makes a debt of what is leased. */
  readonly expiryIsDebt?: true;
  /** A lease with calls in flight counts as returned. */
  readonly clearsInFlight?: true;
  /** An expiry keeps what any lease holds, whether its return is requested or not. */
  readonly stateless?: true;
  /** A call on a lost lease is not paid by the expiry after it. */
  readonly noGiveBack?: true;
  /** A release takes nothing of closing grants. */
  readonly noTakeOnRelease?: true;
  /** A grant is closed while leases hold its credits. */
  readonly closeEarly?: true;
  /** Credits are leased before a boundary that is due. */
  readonly no402Boundary?: true;
  /** Only the scanner crosses boundaries. */
  readonly lazyBoundary?: true;
  /** A period can enter twice. */
  readonly unkeyed?: true;
  /** After an outage only the latest period opens. */
  readonly onlyLatest?: true;
  /** What expires last is spent first. */
  readonly orderWrong?: true;
  /** Credits that are paid afterwards are spent by their expiry. */
  readonly orderOverage?: true;
  /** Uses are not assigned before a boundary. */
  readonly noAllocFirst?: true;
  /** A debt is written off before a boundary that is due. */
  readonly writeOffFirst?: true;
  /** Uses are assigned by what was used and granted, without what is unlimited. */
  readonly allocByUsed?: true;
  /** Overage closes as other grants do. */
  readonly overageCloses?: true;
  /** Leases that were acquired since an expiry are not requested back. */
  readonly noAskAgain?: true;
  /** A late call is not paid by an expiry while a closing grant has a rest. */
  readonly giveBackWaits?: true;
  /** A late call is paid by overage that expired. */
  readonly giveBackOverage?: true;
  /** Leases are not requested back at an expiry. */
  readonly noAsk?: true;
  /** A late call is paid by expiries of grants that began before it alone. */
  readonly giveBackBorn?: true;
  /** A call after an expiry is paid by it too. */
  readonly giveBackAlways?: true;
  /** Overage that is raised enters again whole. */
  readonly capMinted?: true;
  /** Credits are removed of the balance, and of no grant. */
  readonly removeForgets?: true;
  /** A balance is set, and its grants are not. */
  readonly setForgets?: true;
}

/** The size of a run. */
export interface GrantRun {
  readonly nodes?: number;
  /** The number of the last day. */
  readonly days?: number;
  readonly grants: readonly ModelGrant[];
  readonly calls: number;
  /** How many credits a node acquires at once. */
  readonly takes?: readonly number[];
  readonly budget?: Partial<Record<GrantBudget, number>>;
  /** Journals of dead nodes stay away. */
  readonly neverBack?: true;
  /** Nodes return their leases at a boundary by themselves. */
  readonly prompt?: true;
  /** No day passes before a boundary is crossed and its grants are closed. */
  readonly settled?: true;
  /** A write-off may be of credits that a grant could have paid: it is in the customer's favor. */
  readonly writesOff?: true;
  /** Calls are not compared with the oracle. */
  readonly booksOnly?: true;
  /**
   * Steps that the program does exactly so: calls are applied in the order of their journal, which has room for so many,
   * a release is what the node has in memory, and statements are repeated.
   */
  readonly records?: number;
  readonly rules?: GrantRules;
}

/** States of a grant; `none` is one that waits, or that no operator has added. */
export const [none, open, closing, closed] = [0, 1, 2, 3] as const;
/** States of a node. The folder of one that is `back` is with another, which applies its calls. */
export const [dead, up, back, unopened] = [0, 1, 2, 3] as const;
/** No boundary is ahead. */
export const neverDue = 255;

/** Where each fact of a state is. Facts of calls are by journal, then day. */
export class GrantCells {
  readonly run: Required<Pick<GrantRun, "nodes" | "days" | "takes" | "budget" | "rules" | "records">> &
    GrantRun;
  readonly journals: number;
  readonly eras: number;
  readonly #layout = new Layout();
  // The database.
  readonly remaining: number;
  readonly debt: number;
  readonly granted: number;
  readonly writtenOff: number;
  readonly unlimited: number;
  /** Used while unlimited, which is granted afterwards. */
  readonly covered: number;
  readonly due: number;
  readonly state: number;
  readonly left: number;
  readonly expired: number;
  readonly removed: number;
  readonly amount: number;
  readonly born: number;
  readonly skipped: number;
  readonly held: number;
  readonly requested: number;
  readonly gone: number;
  readonly applied: number;
  readonly databaseWidth: number;
  // Files, and the memory of nodes.
  readonly journaled: number;
  readonly record: number;
  readonly node: number;
  readonly free: number;
  readonly inFlight: number;
  readonly fenced: number;
  /** Whether the applier has a note that the lease did not pay. */
  readonly unpaid: number;
  readonly day: number;
  // Calls that may be paid otherwise than at their moment: in the customer's favor, and by an older grant.
  readonly grace: number;
  readonly lag: number;
  readonly budget: Readonly<Record<GrantBudget, number>>;
  readonly replica: number;
  readonly width: number;
  /** The grants in the order in which they are spent, with the run's flaws and without. */
  readonly order: readonly number[];
  readonly rightOrder: readonly number[];

  constructor(run: GrantRun) {
    this.run = { nodes: 2, days: 1, takes: [1, 2], budget: {}, rules: {}, records: 0, ...run };
    const { nodes, days, grants, records, budget, rules } = this.run;
    this.journals = nodes + (budget.restart ?? 0);
    this.eras = days + 1;
    const take = (count = 1) => this.#layout.take(count);
    const [j, g] = [this.journals, grants.length];
    [this.remaining, this.debt, this.granted, this.writtenOff] = [take(), take(), take(), take()];
    [this.unlimited, this.covered, this.due, this.state] = [take(), take(), take(), take(g)];
    [this.left, this.expired, this.removed, this.amount] = [take(g), take(g), take(g), take(g)];
    [this.born, this.skipped, this.held, this.requested] = [take(g), take(g), take(j), take(j)];
    [this.gone, this.applied] = [take(j), take(j * this.eras)];
    this.databaseWidth = this.#layout.width;
    [this.journaled, this.record, this.node] = [take(j * this.eras), take(j * records), take(j)];
    [this.free, this.inFlight, this.fenced] = [take(j), take(j * this.eras), take(j)];
    [this.unpaid, this.day, this.grace, this.lag] = [take(j), take(), take(), take()];
    this.budget = Object.fromEntries(grantBudgets.map((name) => [name, take()])) as Record<
      GrantBudget,
      number
    >;
    this.replica = budget.failOver ? take(this.databaseWidth) : 0;
    this.width = this.#layout.width;
    this.rightOrder = grants.map((_, index) => index).sort(byOrder(grants, true, 1));
    this.order = grants
      .map((_, index) => index)
      .sort(byOrder(grants, !rules.orderOverage, rules.orderWrong ? -1 : 1));
  }

  sum(x: State, from: number, count: number): number {
    let sum = 0;
    for (let at = from; at < from + count; at++) sum += x[at]!;
    return sum;
  }

  /** What all leases hold. */
  heldIn(x: State): number {
    return this.sum(x, this.held, this.journals);
  }

  /** The calls that are applied. */
  used(x: State): number {
    return this.sum(x, this.applied, this.journals * this.eras);
  }

  /** The calls of a journal: on their way, in its files, and applied. */
  callsOf(x: State, journal: number): { inFlight: number; journaled: number; applied: number } {
    const at = journal * this.eras;
    return {
      inFlight: this.sum(x, this.inFlight + at, this.eras),
      journaled: this.sum(x, this.journaled + at, this.eras),
      applied: this.sum(x, this.applied + at, this.eras),
    };
  }

  isSpendable(x: State, grant: number): boolean {
    return x[this.state + grant] === open || x[this.state + grant] === closing;
  }

  /** What is left of grants that can be spent. */
  leftInAll(x: State): number {
    return this.order.reduce(
      (sum, grant) => sum + (this.isSpendable(x, grant) ? x[this.left + grant]! : 0),
      0,
    );
  }

  isDue(x: State): boolean {
    return x[this.due]! <= x[this.day]!;
  }

  hasClosing(x: State): boolean {
    return x.subarray(this.state, this.state + this.run.grants.length).includes(closing);
  }

  /** Whether a grant of a period has started and is not open. */
  isLate(x: State): boolean {
    return this.run.grants.some(
      ({ how, start }, grant) => how === "period" && x[this.state + grant] === none && start <= x[this.day]!,
    );
  }

  /** Whether a grant has expired and is not closed. */
  isOverdue(x: State): boolean {
    return this.run.grants.some(
      ({ how, expires }, grant) =>
        (this.isSpendable(x, grant) || (x[this.state + grant] === none && how === "period")) &&
        expires <= x[this.day]!,
    );
  }

  /** Adds to a count of calls in favor; it stays at the highest number of a cell. */
  count(x: State, cell: number, calls = 1): void {
    x[cell] = Math.min(255, x[cell]! + Math.max(0, calls));
  }

  replicate(x: State): void {
    if (this.replica) x.copyWithin(this.replica, 0, this.databaseWidth);
  }
}

const byOrder =
  (grants: readonly ModelGrant[], overageLast: boolean, sign: 1 | -1) => (a: number, b: number) => {
    const [one, other] = [grants[a]!, grants[b]!];
    const isLast = ({ source }: ModelGrant) => Number(overageLast && source === "overage");
    return (
      isLast(one) - isLast(other) ||
      sign * (one.expires - other.expires) ||
      modelSources.indexOf(one.source) - modelSources.indexOf(other.source) ||
      a - b
    );
  };
