import { type State, Violation } from "../explore.ts";
import type { ProofCells } from "./proof-cells.ts";

type Go = (what: string, change: (x: State) => void) => void;

/** What can happen in a state. */
export class ProofSteps {
  readonly #c: ProofCells;
  readonly #x: State;
  readonly #go: Go;

  constructor(cells: ProofCells, state: State, go: Go) {
    this.#c = cells;
    this.#x = state;
    this.#go = go;
  }

  all(): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    if (x0[c.now]! < c.run.days)
      go("midnight", (x) => {
        x[c.now]! += 1;
      });
    for (let j = 0; j < c.run.journals; j++) {
      this.#node(j);
      this.#apply(j);
      this.#purge(j);
    }
    for (let day = 0; day < c.run.days; day++) {
      this.#cut(day);
      this.#sign(day);
    }
    this.#database();
  }

  #node(j: number): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    const length = c.length(x0, j);
    const place = c.record + j * c.records + length;
    const now = x0[c.now]!;
    if (x0[c.up + j] === 1 && x0[c.budget.calls] && length < c.records && now < c.run.days) {
      go(`journal ${j} records a call of day ${now}`, (x) => {
        x[c.budget.calls]! -= 1;
        x[place] = now + 1;
      });
      if (x0[c.budget.back] && now)
        go(`journal ${j} records a call, its clock a day back`, (x) => {
          x[c.budget.calls]! -= 1;
          x[c.budget.back]! -= 1;
          x[place] = now;
        });
    }
    if (x0[c.up + j] === 1 && x0[c.budget.crash])
      go(`the node of journal ${j} dies`, (x) => {
        x[c.budget.crash]! -= 1;
        x[c.up + j] = 0;
      });
    if (!x0[c.up + j])
      go(`the folder of journal ${j} comes back`, (x) => {
        x[c.up + j] = 2;
      });
  }

  #apply(j: number): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    const applied = x0[c.applied + j]!;
    const place = j * c.records + applied;
    const apply = (x: State) => {
      x[c.applied + j]! += 1;
      const arrivals = x.slice(c.arrival, c.arrival + c.run.journals * c.records);
      if (c.run.rules.byArrival) x[c.arrival + place] = 1 + Math.max(...arrivals);
    };
    if (x0[c.up + j] && applied < c.length(x0, j)) {
      go(`apply ${applied + 1} of journal ${j}`, apply);
      if (x0[c.budget.reject])
        go(`apply ${applied + 1} of journal ${j}, the log refuses it`, (x) => {
          apply(x);
          x[c.budget.reject]! -= 1;
          x[c.rejected + place] = 1;
        });
    }
    if (c.run.clickhouse && x0[c.logged + j]! < applied && x0[c.up + j])
      go(`ship journal ${j}`, (x) => {
        x[c.logged + j] = applied;
      });
    for (let at = j * c.records; at < place; at++) {
      if (x0[c.budget.amend] && !x0[c.amended + at])
        go(`amend call ${at}`, (x) => {
          x[c.budget.amend]! -= 1;
          x[c.amended + at] = 1;
        });
      if (x0[c.rejected + at] === 1)
        go(`a person enters the refused call ${at}`, (x) => {
          x[c.rejected + at] = 2;
        });
    }
  }

  /** A purge removes what is in leaves. */
  #purge(j: number): void {
    const c = this.#c;
    const { rules, purge, days, journals } = c.run;
    const x0 = this.#x;
    let to = 0;
    for (let day = 0; day < days; day++)
      if (x0[c.leaf + day] && x0[c.cut + day * journals + j]) to = c.to(x0, day, j);
    if (rules.purgeAtMark) to = x0[c.proved + j]!;
    if (rules.purgeApplied) to = x0[c.applied + j]!;
    if (purge && x0[c.purged + j]! < to)
      this.#go(`purge journal ${j} up to ${to}`, (x) => {
        x[c.purged + j] = to;
      });
  }

  #cut(day: number): void {
    const c = this.#c;
    const { rules, journals, days } = c.run;
    const [x0, go] = [this.#x, this.#go];
    const isCut = (one: number) => x0[c.cut + one * journals]! > 0;
    const again = rules.recut && !(day + 1 < days && isCut(day + 1));
    if (x0[c.now]! > day && (day === 0 || isCut(day - 1)) && (!isCut(day) || again))
      go(`cut day ${day}`, (x) => {
        for (let j = 0; j < journals; j++) {
          const isLogged = c.run.clickhouse && !rules.cutUnlogged;
          const limit = isLogged ? Math.min(x[c.applied + j]!, x[c.logged + j]!) : x[c.applied + j]!;
          let to = x[c.proved + j]!;
          while (to < limit && x[c.record + j * c.records + to]! <= day + 1) to++;
          x[c.cut + day * journals + j] = to + 1;
          x[c.proved + j] = to;
        }
        let rows = day ? x[c.dayLedger + day - 1]! : 0;
        while (rows < x[c.ledger]! && (x[c.row + rows]! % 8) - 1 <= day) rows++;
        x[c.dayLedger + day] = rows;
      });
    if (isCut(day) && !x0[c.leaf + day] && (day === 0 || x0[c.leaf + day - 1]))
      go(`make the leaf of day ${day}`, (x) => {
        x[c.leaf + day] = c.numberOf(c.contentOf(x, day));
      });
  }

  /** A day is signed only if its leaf is known to be kept: the replica has it. */
  #sign(day: number): void {
    const c = this.#c;
    const { rules, days } = c.run;
    const [x0, go] = [this.#x, this.#go];
    const signed = c.signed + x0[c.epoch]! * days;
    const all = Array.from({ length: days }, (_, one) => one);
    const isKept = all.every((one) => {
      const leaf = x0[c.leaf + one]!;
      return one > day || (leaf > 0 && (rules.signAtOnce || x0[c.replica + c.leaf + one] === leaf));
    });
    const differs = (one: number) => x0[signed + one]! > 0 && x0[signed + one] !== x0[c.leaf + one];
    const isLost = rules.memory && all.some(differs);
    if (isLost && day === 0 && !x0[c.epoch])
      go("the signer lacks a signed day and begins a log", (x) => {
        x[c.epoch] = 1;
      });
    if (isKept && !isLost && !x0[signed + day])
      go(`sign up to day ${day}`, (x) => {
        for (let one = 0; one <= day; one++) {
          if (differs(one)) throw new Violation("two signed checkpoints of a log differ");
          x[signed + one] = x[c.leaf + one]!;
        }
      });
    if (!rules.memory && x0[c.leaf + day] && differs(day))
      throw new Violation("a day differs from the one that was signed");
  }

  #database(): void {
    const c = this.#c;
    const { budget, rules, days } = c.run;
    const [x0, go] = [this.#x, this.#go];
    const load = (x: State, from: number) => {
      x[c.timeline] = 1;
      x.copyWithin(0, from, from + c.databaseWidth);
    };
    if (x0[c.budget.ledger] && x0[c.ledger]! < c.ledgerRows && x0[c.now]! < days)
      go("a ledger row", (x) => {
        x[c.budget.ledger]! -= 1;
        x[c.row + x[c.ledger]!] = x[c.now]! + 1 + 8 * x[c.timeline]!;
        x[c.ledger]! += 1;
      });
    if (budget.failOver) go("the replica catches up", (x) => x.copyWithin(c.replica, 0, c.databaseWidth));
    if (x0[c.budget.failOver])
      go("the replica takes over", (x) => {
        x[c.budget.failOver]! -= 1;
        load(x, c.replica);
      });
    if (x0[c.budget.backup] && !x0[c.hasBackup])
      go("back up", (x) => {
        x[c.budget.backup]! -= 1;
        x[c.hasBackup] = 1;
        x.copyWithin(c.backup, 0, c.databaseWidth);
      });
    if (x0[c.budget.restore] && x0[c.hasBackup])
      go("restore", (x) => {
        x[c.budget.restore]! -= 1;
        const epoch = x[c.epoch]!;
        load(x, c.backup);
        x[c.epoch] = rules.sameLog ? epoch : epoch + 1;
        x.copyWithin(c.replica, 0, c.databaseWidth);
      });
    if (x0[c.budget.replay]) this.#replay();
  }

  #replay(): void {
    const c = this.#c;
    const { rules, days, journals } = c.run;
    this.#go("replay on the other database", (x) => {
      x[c.budget.replay]! -= 1;
      let arrival = 0;
      if (rules.byArrival)
        for (let j = journals - 1; j >= 0; j--)
          for (let at = 0; at < x[c.applied + j]!; at++) x[c.arrival + j * c.records + at] = ++arrival;
      if (!rules.replayForgetsCuts) return;
      x.fill(0, c.cut, c.cut + days * journals);
      x.fill(0, c.proved, c.proved + journals);
      for (const cells of [c.dayLedger, c.leaf]) x.fill(0, cells, cells + days);
    });
  }
}
