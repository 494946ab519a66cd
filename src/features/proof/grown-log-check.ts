import type { LedgerEnd } from "../../metering/credits/grants/ledger-chain.ts";
import { monthOf } from "./days/calendar.ts";
import { addTotals, type UsageSum } from "./days/day-trees.ts";
import {
  type DayRow,
  type EpochRow,
  firstLog,
  joinHashes,
  type LogRow,
  type MonthRow,
} from "./days/leaf-rows.ts";
import { subscriptionOf } from "./days/tenures.ts";
import { dayLine, epochLine, type MoveLeaf, moveLine } from "./format/lines.ts";
import { GrowingTree, leafOf } from "./format/tree.ts";

/** The end of a ledger. The head is null if the ledger lacks the row. */
export type MadeEnd = Omit<LedgerEnd, "ledgerHead"> & { readonly ledgerHead: string | null };

/** A log that is made again, leaf by leaf. It keeps the first fact that differs. */
export class GrownLog {
  /** In the order of their epochs and months. */
  readonly epochs: EpochRow[] = [];
  readonly months: MonthRow[] = [];
  readonly #id: string;
  readonly #stored: LogRow | undefined;
  readonly #tree = new GrowingTree();
  #now: LogRow;
  #sum = { calls: 0, credits: 0 };
  #epoch: number | undefined;
  #wrong: string | undefined;

  /** `key`: of the log. `firstBalance`: the credits before its first leaf. */
  constructor(key: string, stored: LogRow | undefined, firstBalance: number) {
    this.#id = subscriptionOf(key);
    this.#stored = stored;
    this.#now = firstLog(key, firstBalance);
  }

  get ledger(): LedgerEnd {
    const { ledgerRows, ledgerHead } = this.#now;
    return { ledgerRows, ledgerHead };
  }

  get size(): number {
    return this.#tree.size;
  }

  get root(): string {
    return this.#tree.root.toString("base64");
  }

  /** Its last epoch; undefined before the first. */
  get epoch(): number | undefined {
    return this.#epoch;
  }

  /** The next of its epochs. One before its first leaf has no line. */
  addEpoch(epoch: EpochRow): void {
    if (epoch.number < 0) this.#epoch = epoch.epoch;
    else this.epochs.push(epoch);
  }

  /** Sets the balance of a log without a leaf. */
  startWith(balance: number): void {
    this.#now = { ...this.#now, balance };
  }

  /** Adds the first leaf of a log that a move began, which continues a ledger. */
  begin(leaf: MoveLeaf, ledger: LedgerEnd): void {
    this.#tree.add(leafOf(moveLine(this.#id, leaf)));
    this.#epoch = leaf.epoch;
    this.#now = { ...this.#now, ...ledger };
  }

  /** The next day. `change`: of the balance since the day before. `end`: of the ledger in it. */
  add(leaf: DayRow, change: number, end: MadeEnd): void {
    this.addEpochs((epoch) => epoch.number < leaf.number);
    const month = monthOf(leaf.day);
    if (month !== this.#now.month) this.#beginMonth(month);
    const { day, number, calls, credits, ledgerRows, ledgerHead } = leaf;
    const { size } = this.#tree;
    this.need(
      number === size,
      () => `its leaf of ${day} has the number ${number}, and ${size} come before it`,
    );
    this.need(
      ledgerRows === end.ledgerRows,
      () =>
        `its leaf of ${day} names ledger row ${ledgerRows}, and its ledger ends with row ${end.ledgerRows}`,
    );
    this.need(
      ledgerHead === end.ledgerHead,
      () => `its leaf of ${day} names ledger row ${ledgerRows} with another head than the ledger`,
    );
    this.#tree.add(leafOf(dayLine(this.#id, leaf)));
    this.#sum.calls += calls;
    this.#sum.credits += credits;
    this.#now = {
      ...this.#now,
      balance: this.#now.balance + change,
      ledgerRows,
      ledgerHead,
      month,
    };
  }

  /** Compares the log with what its leaves make; the first difference. */
  end(): string | undefined {
    this.addEpochs(() => true);
    this.#endMonth();
    for (const { month } of this.months)
      this.need(false, () => `it has the month ${month}, and no leaf of it`);
    const stored = this.#stored;
    if (!stored) return this.size > 0 ? "its leaves are there, and it is missing" : this.#wrong;
    const now = this.#now;
    const { size } = this.#tree;
    this.need(stored.size === size, () => `it has ${stored.size} leaves, and ${size} are there`);
    this.need(
      stored.subtrees === joinHashes(this.#tree.subtrees),
      () => "its root is not that of its leaves: a leaf or the root was changed",
    );
    this.need(
      stored.balance === now.balance,
      () => `its balance is ${stored.balance}, and by its leaves ${now.balance}`,
    );
    this.need(
      stored.ledgerRows === now.ledgerRows && stored.ledgerHead === now.ledgerHead,
      () => `it ends at ledger row ${stored.ledgerRows}, and its last leaf at row ${now.ledgerRows}`,
    );
    this.need(
      stored.month === now.month,
      () => `its month is ${stored.month}, and that of its last leaf ${now.month}`,
    );
    return this.#wrong;
  }

  need(holds: boolean, wrong: () => string): void {
    if (!holds) this.#wrong ??= wrong();
  }

  /** Adds the epochs that follow its leaves, as long as a condition holds. */
  addEpochs(isNext: (epoch: EpochRow) => boolean): void {
    for (;;) {
      const [epoch] = this.epochs;
      if (!epoch || epoch.number > this.#tree.size || !isNext(epoch)) return;
      this.epochs.shift();
      this.need(
        epoch.size === this.size && epoch.root === this.root,
        () => `its epoch ${epoch.epoch} names ${epoch.size} leaves with another root than the log had`,
      );
      this.#tree.add(leafOf(epochLine(this.#id, epoch)));
      this.#epoch = epoch.epoch;
    }
  }

  #beginMonth(month: string): void {
    this.#endMonth();
    const [first] = this.months;
    this.need(first?.month === month, () => `its month ${month} is missing`);
    if (first?.month !== month) return;
    const { size } = this.#tree;
    const { balance, ledgerRows, ledgerHead } = this.#now;
    this.need(
      first.size === size,
      () => `its month ${month} opens after ${first.size} leaves, and its first day comes after ${size}`,
    );
    this.need(
      first.subtrees === joinHashes(this.#tree.subtrees),
      () => `its month ${month} opens with another root than its leaves make: a leaf or the root was changed`,
    );
    this.need(
      first.balance === balance,
      () => `its month ${month} opens with ${first.balance} credits, and by its leaves with ${balance}`,
    );
    this.need(
      first.ledgerRows === ledgerRows && first.ledgerHead === ledgerHead,
      () =>
        `its month ${month} opens after ledger row ${first.ledgerRows} with another head or number than that of its leaves, row ${ledgerRows}`,
    );
  }

  /** The sums of the month that ends. */
  #endMonth(): void {
    const [month] = this.months;
    if (month?.month !== this.#now.month || this.#now.month === "") return;
    this.months.shift();
    const usage = totalsOf(month.usage);
    const { calls, credits } = this.#sum;
    this.#sum = { calls: 0, credits: 0 };
    this.need(usage !== undefined, () => `the usage of its month ${month.month} cannot be read`);
    if (usage === undefined) return;
    this.need(
      usage.calls === calls && usage.credits === credits,
      () =>
        `its month ${month.month} has ${usage.calls} calls of ${usage.credits} credits, and its leaves ${calls} of ${credits}`,
    );
  }
}

function totalsOf(usage: string): { readonly calls: number; readonly credits: number } | undefined {
  const sum = { calls: 0, credits: 0 };
  try {
    addTotals(sum, JSON.parse(usage) as UsageSum[]);
    return sum;
  } catch {
    return undefined;
  }
}
