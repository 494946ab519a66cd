import type { State } from "../explore.ts";
import type { ProofCells } from "./proof-cells.ts";
import { type Go, SigningSteps } from "./signing-steps.ts";

/** What can happen in a state. */
export class ProofSteps {
  readonly #c: ProofCells;
  readonly #x: State;
  readonly #go: Go;
  readonly #signing: SigningSteps;

  constructor(cells: ProofCells, state: State, go: Go) {
    this.#c = cells;
    this.#x = state;
    this.#go = go;
    this.#signing = new SigningSteps(cells, state, go);
  }

  all(): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    const { days, journals, asProgram } = c.run;
    if (x0[c.now]! < days)
      go({ what: "midnight" }, (x) => {
        x[c.now]! += 1;
        // No replica is a day behind.
        if (asProgram) x.copyWithin(c.replica, 0, c.databaseWidth);
      });
    for (let j = 0; j < journals; j++) {
      this.#node(j);
      this.#apply(j);
      this.#log(j);
    }
    this.#purge();
    for (let day = 0; day < days; day++) {
      this.#cut(day);
      if (!asProgram) this.#signing.sign(day);
    }
    if (asProgram) this.#signing.signAll();
    this.#database();
  }

  #node(j: number): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    const { records, days } = c.run;
    const length = c.length(x0, j);
    const place = c.record + j * records + length;
    const now = x0[c.now]!;
    if (x0[c.up + j] === 1 && x0[c.budget.calls] && length < records && now < days) {
      go({ what: "records a call", journal: j, day: now }, (x) => {
        x[c.budget.calls]! -= 1;
        x[place] = now + 1;
      });
      if (x0[c.budget.back] && now)
        go({ what: "records a call, its clock a day back", journal: j, day: now - 1 }, (x) => {
          x[c.budget.calls]! -= 1;
          x[c.budget.back]! -= 1;
          x[place] = now;
        });
    }
    if (x0[c.up + j] === 1 && x0[c.budget.crash])
      go({ what: "dies", journal: j }, (x) => {
        x[c.budget.crash]! -= 1;
        x[c.up + j] = 0;
      });
    if (!x0[c.up + j])
      go({ what: "comes back", journal: j }, (x) => {
        x[c.up + j] = 2;
      });
  }

  #apply(j: number): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    const { records, rules, journals, asProgram } = c.run;
    const applied = x0[c.applied + j]!;
    const place = j * records + applied;
    const length = c.length(x0, j);
    if (!x0[c.up + j] || applied === length) return;
    const apply = (x: State, to: number) => {
      x[c.applied + j] = to;
      const arrivals = x.slice(c.arrival, c.arrival + journals * records);
      if (rules.byArrival) x[c.arrival + place] = 1 + Math.max(...arrivals);
    };
    for (let to = applied + 1; to <= (asProgram ? length : applied + 1); to++)
      go({ what: "apply", journal: j, call: to }, (x) => apply(x, to));
    if (x0[c.budget.reject])
      go({ what: "apply, and the log refuses it", journal: j, call: applied + 1 }, (x) => {
        apply(x, applied + 1);
        x[c.budget.reject]! -= 1;
        x[c.rejected + place] = 1;
      });
  }

  /** What happens to single calls that are applied. */
  #log(j: number): void {
    const c = this.#c;
    const [x0, go] = [this.#x, this.#go];
    const { records, clickhouse, asProgram } = c.run;
    const applied = x0[c.applied + j]!;
    if (clickhouse && x0[c.logged + j]! < applied && x0[c.up + j])
      go({ what: "ship", journal: j }, (x) => {
        x[c.logged + j] = applied;
      });
    for (let call = 0; call < applied; call++) {
      const at = j * records + call;
      if (x0[c.budget.amend] && !x0[c.amended + at])
        go({ what: "amend", journal: j, call }, (x) => {
          x[c.budget.amend]! -= 1;
          x[c.amended + at] = 1;
        });
      // The program has no operation for it.
      if (x0[c.rejected + at] === 1 && !asProgram)
        go({ what: "a person enters the refused call", journal: j, call }, (x) => {
          x[c.rejected + at] = 2;
        });
    }
  }

  /** A purge removes what is in leaves. */
  #purge(): void {
    const c = this.#c;
    const { purge, journals, asProgram } = c.run;
    const x0 = this.#x;
    if (!purge) return;
    const ends = Array.from({ length: journals }, (_, j) => this.#purgedTo(j));
    const due = [...ends.keys()].filter((j) => x0[c.purged + j]! < ends[j]!);
    if (asProgram)
      this.#go({ what: "purge" }, (x) => {
        for (const j of due) x[c.purged + j] = ends[j]!;
      });
    else
      for (const j of due)
        this.#go({ what: "purge", journal: j, call: ends[j]! }, (x) => {
          x[c.purged + j] = ends[j]!;
        });
  }

  #purgedTo(j: number): number {
    const c = this.#c;
    const { rules, days, journals } = c.run;
    const x0 = this.#x;
    let to = 0;
    for (let day = 0; day < days; day++)
      if (x0[c.leaf + day] && x0[c.cut + day * journals + j]) to = c.to(x0, day, j);
    if (rules.purgeAtMark) to = x0[c.proved + j]!;
    if (rules.purgeApplied) to = x0[c.applied + j]!;
    return to;
  }

  #cut(day: number): void {
    const c = this.#c;
    const { rules, journals, days, asProgram } = c.run;
    const [x0, go] = [this.#x, this.#go];
    const isCut = (one: number) => x0[c.cut + one * journals]! > 0;
    const isNext = day === 0 || (asProgram ? x0[c.leaf + day - 1]! > 0 : isCut(day - 1));
    const again = rules.recut && !(day + 1 < days && isCut(day + 1));
    if (x0[c.now]! > day && isNext && (!isCut(day) || again))
      go({ what: "cut", day }, (x) => {
        for (let j = 0; j < journals; j++) {
          const isLogged = c.run.clickhouse && !rules.cutUnlogged;
          const limit = isLogged ? Math.min(x[c.applied + j]!, x[c.logged + j]!) : x[c.applied + j]!;
          let to = x[c.proved + j]!;
          while (to < limit && x[c.record + j * c.run.records + to]! <= day + 1) to++;
          x[c.cut + day * journals + j] = to + 1;
          x[c.proved + j] = to;
        }
        let rows = day ? x[c.dayLedger + day - 1]! : 0;
        while (rows < x[c.ledger]! && (x[c.row + rows]! % 8) - 1 <= day) rows++;
        x[c.dayLedger + day] = rows;
      });
    // Another process does the same a little later.
    if (asProgram && isCut(day) && !(day + 1 < days && isCut(day + 1)))
      go({ what: "cut again", day }, () => undefined);
    if (isCut(day) && !x0[c.leaf + day] && (day === 0 || x0[c.leaf + day - 1]))
      go({ what: "make the leaves", day }, (x) => {
        x[c.leaf + day] = c.numberOf(c.contentOf(x, day));
      });
  }

  #database(): void {
    const c = this.#c;
    const { budget, rules, days, ledgerRows } = c.run;
    const [x0, go] = [this.#x, this.#go];
    const load = (x: State, from: number) => {
      x[c.timeline] = 1;
      x.copyWithin(0, from, from + c.databaseWidth);
    };
    if (x0[c.budget.ledger] && x0[c.ledger]! < ledgerRows && x0[c.now]! < days)
      go({ what: "a ledger row" }, (x) => {
        x[c.budget.ledger]! -= 1;
        x[c.row + x[c.ledger]!] = x[c.now]! + 1 + 8 * x[c.timeline]!;
        x[c.ledger]! += 1;
      });
    if (budget.failOver)
      go({ what: "the replica catches up" }, (x) => x.copyWithin(c.replica, 0, c.databaseWidth));
    if (x0[c.budget.failOver])
      go({ what: "the replica takes over" }, (x) => {
        x[c.budget.failOver]! -= 1;
        load(x, c.replica);
      });
    if (x0[c.budget.backup] && !x0[c.hasBackup])
      go({ what: "back up" }, (x) => {
        x[c.budget.backup]! -= 1;
        x[c.hasBackup] = 1;
        x.copyWithin(c.backup, 0, c.databaseWidth);
      });
    if (x0[c.budget.restore] && x0[c.hasBackup])
      go({ what: "restore" }, (x) => {
        x[c.budget.restore]! -= 1;
        const epoch = x[c.epoch]!;
        load(x, c.backup);
        if (rules.sameLog) x[c.epoch] = epoch;
        else if (!rules.untold) this.#signing.begin(x, epoch);
        x.copyWithin(c.replica, 0, c.databaseWidth);
      });
    if (x0[c.budget.replay]) this.#replay();
  }

  #replay(): void {
    const c = this.#c;
    const { rules, days, journals, records } = c.run;
    this.#go({ what: "replay on the other database" }, (x) => {
      x[c.budget.replay]! -= 1;
      let arrival = 0;
      if (rules.byArrival)
        for (let j = journals - 1; j >= 0; j--)
          for (let at = 0; at < x[c.applied + j]!; at++) x[c.arrival + j * records + at] = ++arrival;
      if (!rules.replayForgetsCuts) return;
      x.fill(0, c.cut, c.cut + days * journals);
      x.fill(0, c.proved, c.proved + journals);
      for (const cells of [c.dayLedger, c.leaf]) x.fill(0, cells, cells + days);
    });
  }
}
