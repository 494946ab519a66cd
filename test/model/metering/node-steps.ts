import type { State } from "../explore.ts";
import { forget, openJournal } from "./accounts.ts";
import { acquires, ended, type MeteringCells, noWire, open, releases } from "./cells.ts";
import { checkRefusal } from "./checks.ts";
import type { MeteringStep } from "./steps.ts";

/** Emits a step with its change of the state; a change that returns false is no step. */
export type Go = (step: MeteringStep, change: (x: State) => unknown) => void;

/** What a node can do. */
export function nodeSteps(c: MeteringCells, x0: State, node: number, go: Go): void {
  const { subscriptions, rules } = c.run;
  const journal = x0[c.current + node]!;
  if (!x0[c.up + node]) {
    go({ what: "restarts", node }, (x) => {
      x[c.up + node] = 1;
      if (!rules.reuse) return openJournal(c, x, node);
      forget(c, x, node);
      for (let s = 0; s < subscriptions; s++)
        x[c.lastOp + node * subscriptions + s] = x[c.op + journal * subscriptions + s]!;
      return true;
    });
    return;
  }
  for (let s = 0; s < subscriptions; s++) {
    callSteps(c, x0, { node, journal, s }, go);
    refusalSteps(c, x0, { node, journal, s }, go);
    leaseSteps(c, x0, { node, journal, s }, go);
    for (let own = 0; own < x0[c.opened]!; own++)
      if (x0[c.owner + own] === node) lookupSteps(c, x0, { node, journal: own, s }, go);
  }
  answerSteps(c, x0, node, go);
  endSteps(c, x0, node, go);
}

interface At {
  readonly node: number;
  readonly journal: number;
  readonly s: number;
}

function callSteps(c: MeteringCells, x0: State, { node, journal, s }: At, go: Go): void {
  const { subscriptions, records, cost } = c.run;
  const own = node * subscriptions + s;
  const hasRoom = c.length(x0, journal) + c.callsInFlight(x0, journal) < records;
  const at = { node, subscription: s };
  if (x0[c.budget.calls] && !x0[c.waiting + own] && hasRoom)
    go({ what: "a call arrives", ...at }, (x) => {
      x[c.budget.calls]! -= 1;
      x[c.waiting + own] = 1;
    });
  if (!x0[c.waiting + own]) return;
  if (x0[c.free + own]! >= cost && !x0[c.knowsEnd + own] && hasRoom)
    go({ what: "reserves", ...at }, (x) => {
      x[c.waiting + own] = 0;
      x[c.free + own]! -= cost;
      x[c.inFlight + journal * subscriptions + s]! += cost;
    });
  const leaves = (x: State) => {
    x[c.waiting + own] = 0;
  };
  if (x0[c.knowsEnd + own]) go({ what: "ends: the subscription is ended", ...at }, leaves);
  if (c.length(x0, journal) >= records) go({ what: "leaves: the journal is full", ...at }, leaves);
}

/** A call that has too few credits requests them once more: 402 only if nobody holds what it needs. */
function refusalSteps(c: MeteringCells, x0: State, { node, journal, s }: At, go: Go): void {
  const { subscriptions, cost, rules, budget, takes } = c.run;
  const [own, lease] = [node * subscriptions + s, journal * subscriptions + s];
  const waits = x0[c.waiting + own] && x0[c.free + own]! < cost && !x0[c.pending + own];
  if (!waits || x0[c.knowsEnd + own]) return;
  if ((budget.failOver && c.isBehind(x0, node, journal)) || x0[c.journal + journal] !== open) {
    if (!rules.naiveRefusal) return;
  }
  const at = { node, subscription: s };
  const left = x0[c.remaining + s]!;
  if (rules.naiveRefusal) {
    if (left < (rules.exactTake ? takes.at(-1)! : 1))
      go({ what: "requests credits and is refused", ...at }, (x) => {
        checkRefusal(c, x, node, s, rules.strictRefusal === true);
        x[c.waiting + own] = 0;
      });
    return;
  }
  const others = c.heldOf(x0, s, journal);
  const mine = x0[c.inFlight + lease]!;
  const known = left + x0[c.free + own]!;
  // What others release pays a debt first.
  const debt = x0[c.debt + s]!;
  if (known >= cost || x0[c.ended + s]) return;
  /** The node acquires what there is. */
  const request = (x: State) => {
    const taken = x[c.frozen + s] ? 0 : left;
    x[c.lastOp + own]! += 1;
    x[c.op + lease]! += 1;
    x[c.remaining + s]! -= taken;
    x[c.held + lease]! += taken;
    x[c.free + own]! += taken;
  };
  if (known + others - debt < cost && mine === 0 && !x0[c.frozen + s])
    go({ what: "requests credits and is refused", ...at }, (x) => {
      request(x);
      checkRefusal(c, x, node, s, true);
      x[c.waiting + own] = 0;
    });
  else if (c.run.repeats) go({ what: "requests credits and waits on", ...at }, request);
  let away = 0;
  for (let j = 0; j < x0[c.opened]!; j++)
    if (j !== journal && x0[c.journal + j] === open && !c.isCurrent(x0, j))
      away += x0[c.held + j * subscriptions + s]!;
  if (away > 0 && known + others - away < cost && mine === 0)
    go({ what: "gives up", ...at }, (x) => {
      x[c.waiting + own] = 0;
    });
}

function lookupSteps(c: MeteringCells, x0: State, { node, journal, s }: At, go: Go): void {
  const { subscriptions, records, cost, rules } = c.run;
  const lease = journal * subscriptions + s;
  if (x0[c.inFlight + lease]! < cost) return;
  const at = { node, journal, subscription: s };
  if (!rules.noRefund)
    go({ what: "gives back", ...at }, (x) => {
      x[c.inFlight + lease]! -= cost;
      if (journal === x[c.current + node]) x[c.free + node * subscriptions + s]! += cost;
    });
  const length = c.length(x0, journal);
  if (length < records)
    go({ what: "journals", ...at }, (x) => {
      x[c.inFlight + lease]! -= cost;
      x[c.record + journal * records + length] = 1 + s * 2;
      x[c.reported + journal * records + length] = 0;
    });
}

function leaseSteps(c: MeteringCells, x0: State, { node, journal, s }: At, go: Go): void {
  const { subscriptions, cost, rules, takes } = c.run;
  const [own, lease] = [node * subscriptions + s, journal * subscriptions + s];
  const at = { node, subscription: s };
  const send = (x: State, kind: number, amount: number) => {
    x[c.pending + own] = kind;
    x[c.lastOp + own]! += 1;
    x[c.wireOp + lease] = x[c.lastOp + own]!;
    x[c.wireKind + lease] = kind;
    x[c.wireAmount + lease] = amount;
  };
  const pending = x0[c.pending + own]!;
  if (!pending && !x0[c.knowsEnd + own] && x0[c.free + own]! < cost && x0[c.waiting + own])
    for (const amount of takes)
      go({ what: "sends an acquisition", ...at, amount }, (x) => send(x, acquires, amount));
  const free = x0[c.free + own]!;
  // A lease without an operation has nothing to release.
  if (!pending && free > 0)
    go({ what: "sends a release", ...at, amount: free }, (x) => {
      x[c.free + own] = 0;
      send(x, releases, free);
    });
  const isDone = rules.noNumbers
    ? x0[c.wireKind + lease] === noWire
    : x0[c.op + lease] === x0[c.lastOp + own];
  if (pending && isDone)
    go({ what: "receives the answer", ...at }, (x) => {
      if (pending === acquires) x[c.free + own]! += x[c.took + lease]!;
      x[c.pending + own] = 0;
    });
  if (!x0[c.knowsEnd + own] && x0[c.ended + s])
    go({ what: "learns the end", ...at }, (x) => {
      x[c.knowsEnd + own] = 1;
    });
}

function answerSteps(c: MeteringCells, x0: State, node: number, go: Go): void {
  const { records, repeats } = c.run;
  for (let journal = 0; journal < x0[c.opened]!; journal++) {
    if (x0[c.owner + journal] !== node || x0[c.dead + journal]) continue;
    for (let at = 0; at < records; at++) {
      const record = x0[c.record + journal * records + at]!;
      if (record && !((record - 1) & 1))
        go({ what: "answers", node, journal, amount: at + 1 }, (x) => {
          x[c.record + journal * records + at]! += 1;
        });
      // In a random history one of them is enough.
      if (repeats && record && !((record - 1) & 1)) break;
    }
  }
}

function endSteps(c: MeteringCells, x0: State, node: number, go: Go): void {
  const { subscriptions, rules, budget, journals } = c.run;
  const journal = x0[c.current + node]!;
  if (x0[c.budget.crash])
    go({ what: "is killed", node }, (x) => {
      x[c.budget.crash]! -= 1;
      endProcess(c, x, node);
    });
  if (x0[c.budget.power]) powerSteps(c, x0, node, go);
  const isFenced = x0[c.journal + journal] === ended || (budget.failOver && c.isBehind(x0, node, journal));
  if (!isFenced || rules.noGuard) return;
  if (x0[c.opened]! < journals) go({ what: "opens a new journal", node }, (x) => openJournal(c, x, node));
  else
    go({ what: "stops", node }, (x) => {
      forget(c, x, node);
      x.fill(0, c.waiting + node * subscriptions, c.waiting + (node + 1) * subscriptions);
    });
}

/** Records after the last that was synced may be lost. */
function powerSteps(c: MeteringCells, x0: State, node: number, go: Go): void {
  const { records } = c.run;
  for (let journal = 0; journal < x0[c.opened]!; journal++) {
    if (x0[c.owner + journal] !== node) continue;
    for (let kept = x0[c.synced + journal]!; kept <= c.length(x0, journal); kept++)
      go({ what: "loses power", node, journal, amount: kept }, (x) => {
        x[c.budget.power]! -= 1;
        endProcess(c, x, node);
        x.fill(0, c.record + journal * records + kept, c.record + (journal + 1) * records);
        x.fill(0, c.reported + journal * records + kept, c.reported + (journal + 1) * records);
      });
  }
  const journal = x0[c.current + node]!;
  if (x0[c.synced + journal]! < c.length(x0, journal))
    go({ what: "syncs", node, journal }, (x) => {
      x[c.synced + journal] = c.length(x, journal);
    });
}

/** Memory is gone, files stay. */
function endProcess(c: MeteringCells, x: State, node: number): void {
  const { subscriptions, rules } = c.run;
  x[c.up + node] = 0;
  forget(c, x, node);
  for (const cells of [c.waiting, c.knowsEnd, ...(rules.reuse ? [] : [c.lastOp])])
    x.fill(0, cells + node * subscriptions, cells + (node + 1) * subscriptions);
  x[c.readMark + node] = 0;
  for (let journal = 0; journal < x[c.opened]!; journal++) {
    if (x[c.owner + journal] !== node) continue;
    x.fill(0, c.inFlight + journal * subscriptions, c.inFlight + (journal + 1) * subscriptions);
    if (!rules.reuse) x[c.dead + journal] = 1;
  }
}
