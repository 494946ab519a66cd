import { never } from "../../../src/base/clock.ts";
import { dayMs, hourMs } from "../../../src/base/durations.ts";
import { uuidv7 } from "../../../src/base/ids.ts";
import { systemTiming } from "../../../src/base/timing.ts";
import type { Database, Queries } from "../../../src/database/database.ts";
import { sql } from "../../../src/database/sql.ts";
import { openBalance } from "../../../src/metering/credits/credits.ts";
import { crossDue } from "../../../src/metering/credits/grants/boundaries.ts";
import { enterGrant, enterWaiting } from "../../../src/metering/credits/grants/enter-grants.ts";
import type { Grant, GrantSource } from "../../../src/metering/credits/grants/grant.ts";

import { changeBalances } from "../../../src/metering/credits/grants/settle-balances.ts";
import { differenceOf, type Subscription } from "./differences.ts";
import { MovedTime } from "./moved-time.ts";
import type { OracleGrant } from "./oracle.ts";
import { Random } from "./random.ts";
import { SimulatedNode } from "./simulated-node.ts";

export interface HistoryOptions {
  readonly seed: number;
  readonly subscriptions: number;
  readonly steps: number;
  /** Leases are returned and boundaries crossed before time passes: then nothing may differ from the oracle. */
  readonly settled: boolean;
}

const weights = {
  acquire: 6,
  call: 6,
  write: 4,
  fail: 1,
  apply: 2,
  release: 1,
  return: 2,
  scan: 1,
  kill: 3,
  time: 1.5,
  purchase: 0.5,
} as const;

const periodsMax = 4;
const kept: readonly GrantSource[] = ["trial", "grant", "purchase"];

/**
 * Random histories of many subscriptions over three nodes. `differences` compares what is left with the oracle that pays
 * each call at its own moment.
 */
export class History {
  readonly #db: Database;
  readonly #options: HistoryOptions;
  readonly #random: Random;
  readonly #time: MovedTime;
  readonly #boundaries: number[] = [];
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #nodes: SimulatedNode[] = [];
  #rows = new Map<string, Grant>();
  #unapplied = new Map<string, number>();
  #journals = 0;

  constructor(db: Database, options: HistoryOptions) {
    this.#db = db;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#time = new MovedTime(db);
  }

  async run(): Promise<string[]> {
    await this.#begin();
    for (let step = 0; step < this.#options.steps; step++) await this.#step();
    await this.#finish();
    return this.#differences();
  }

  async #begin(): Promise<void> {
    const random = this.#random;
    let at = this.#time.now + 12 * hourMs;
    for (let period = 0; period <= periodsMax + 1; period++) {
      this.#boundaries.push(at);
      at += dayMs + random.int(-1, 1) * hourMs;
    }
    await this.#db.transaction(async (tx) => {
      for (let index = 0; index < this.#options.subscriptions; index++) {
        const id = `history-${this.#options.seed}-${index}`;
        this.#subscriptions.set(id, { id, grants: new Map(), grace: 0, lag: 0 });
        const opening = {
          id: uuidv7(Date.now()),
          subscriptionId: id,
          credits: 0,
          at: Date.now(),
          actor: "test",
        };
        await openBalance(tx, opening);
        for (let count = random.int(0, 2); count > 0; count--)
          await this.#enter(tx, id, random.of(kept), random.int(1, 3));
        await this.#enterPeriods(tx, id);
      }
    });
    for (let index = 0; index < 3; index++) await this.#openNode();
    await this.#refresh();
  }

  async #openNode(): Promise<void> {
    this.#journals += 1;
    const id = `journal-${this.#options.seed}-${this.#journals}`;
    this.#nodes.push(await SimulatedNode.open(this.#db, this.#time, id));
  }

  async #enter(tx: Queries, subscriptionId: string, source: GrantSource, credits: number): Promise<void> {
    const bornAt = this.#time.latest;
    const later = this.#boundaries.filter((at) => at > bornAt);
    const expiresAt = this.#random.chance(0.4) || later.length === 0 ? never : this.#random.of(later);
    const id = uuidv7(Date.now());
    const entered = { id, subscriptionId, source, credits, expiresAt: this.#time.stored(expiresAt) };
    await enterGrant(tx, entered);
    this.#add(subscriptionId, id, { source, amount: credits, bornAt, expiresAt });
  }

  async #enterPeriods(tx: Queries, subscriptionId: string): Promise<void> {
    const random = this.#random;
    const carryOver = random.int(0, 2);
    const [credits, cap] = [random.int(1, 3), random.int(0, 2)];
    if (random.chance(0.2)) return;
    for (let period = 0; period < periodsMax; period++) {
      const startsAt = this.#boundaries[period]!;
      const sources = [
        { source: "period" as const, amount: credits, until: period + 1 + carryOver },
        { source: "overage" as const, amount: cap, until: period + 1 },
      ];
      for (const { source, amount, until } of sources) {
        if (amount === 0) continue;
        const id = uuidv7(Date.now());
        const expiresAt = this.#boundaries[until] ?? never;
        const stored = { startsAt: this.#time.stored(startsAt), expiresAt: this.#time.stored(expiresAt) };
        const waiting = { id, subscriptionId, source, period, credits: amount, ...stored };
        // Twice, as two nodes would.
        for (const again of [id, uuidv7(Date.now())]) await enterWaiting(tx, [{ ...waiting, id: again }]);
        this.#add(subscriptionId, id, { source, amount, bornAt: startsAt, expiresAt });
      }
    }
  }

  #add(subscriptionId: string, id: string, grant: Omit<OracleGrant, "number">): void {
    const { grants } = this.#subscriptions.get(subscriptionId)!;
    grants.set(id, { ...grant, number: grants.size });
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const up = this.#nodes.filter(({ state }) => state === "up");
    const node = random.of(up);
    const ids = [...this.#subscriptions.keys()];
    const chosen = random.some(ids, 0.3);
    const kind = random.weighed(weights);
    this.#unapplied = this.#countUnapplied();
    if (kind === "acquire")
      await node.acquire(chosen.map((subscriptionId) => ({ subscriptionId, need: random.int(1, 2) })));
    else if (kind === "apply") await node.apply(random.int(1, 60));
    else if (kind === "release") await node.release(chosen);
    else if (kind === "return") await node.returnRequested();
    else if (kind === "scan") await crossDue(this.#db, systemTiming, () => true);
    else if (kind === "kill") await this.#kill(node);
    else if (kind === "time") await this.#passTime();
    else if (kind === "purchase")
      for (const id of random.some(ids, 0.05))
        await this.#db.transaction((tx) => this.#enter(tx, id, "purchase", random.int(1, 2)));
    else return this.#inMemory(kind, node, chosen);
    await this.#refresh();
  }

  #inMemory(kind: "call" | "write" | "fail", node: SimulatedNode, ids: readonly string[]): void {
    for (const id of ids) {
      const { free, inFlight } = node.lease(id);
      if (kind === "call" && free > 0) this.#call(node, id);
      else if (kind === "write" && inFlight.length > 0) node.write(id);
      else if (kind === "fail" && inFlight.length > 0) this.#fail(node, id);
    }
  }

  #call(node: SimulatedNode, id: string): void {
    const subscription = this.#subscriptions.get(id)!;
    const own = this.#rowsOf(id);
    const now = this.#time.latest;
    if (own.some((row) => this.#isLate(row))) subscription.grace += 1;
    if (own.some((row) => row.state === "waiting" && this.#time.momentOf(row.startsAt) <= now))
      subscription.lag += 1;
    node.call(id);
  }

  #fail(node: SimulatedNode, id: string): void {
    if (this.#rowsOf(id).some((row) => this.#isLate(row))) this.#subscriptions.get(id)!.grace += 1;
    node.giveBack(id);
  }

  /** Whether a grant has expired and is not closed. */
  #isLate({ state, expiresAt }: Grant): boolean {
    return state !== "closed" && this.#time.momentOf(expiresAt) <= this.#time.latest;
  }

  async #kill(node: SimulatedNode): Promise<void> {
    const random = this.#random;
    const gone = this.#nodes.filter(({ state }) => state === "dead" || state === "late");
    if (gone.length > 0 && random.chance(0.7)) {
      const one = random.of(gone);
      if (one.state === "dead" && random.chance(0.6)) await one.expire();
      else if (one.state === "late" && random.chance(0.5)) await one.apply(random.int(1, 3));
      else await one.close();
      return;
    }
    node.die();
    await this.#openNode();
  }

  async #passTime(): Promise<void> {
    const random = this.#random;
    const next = this.#boundaries.find((at) => at > this.#time.now);
    if (this.#options.settled) await this.#settle();
    if (!this.#options.settled && random.chance(0.2)) await this.#time.move(-random.int(1, 24) * hourMs);
    else if (next !== undefined && next !== this.#boundaries.at(-1))
      await this.#time.move(next - this.#time.now + random.int(1, 20) * hourMs);
    if (this.#options.settled) await crossDue(this.#db, systemTiming, () => true);
  }

  /** All calls are applied, and no lease holds anything. */
  async #settle(): Promise<void> {
    for (const node of this.#nodes) {
      if (node.state === "closed") continue;
      if (node.state === "up") {
        for (const [id, { inFlight }] of node.leases) while (inFlight.length > 0) node.write(id);
        await node.apply(node.journal.length);
        await node.release([...node.leases.keys()]);
      } else await node.close();
    }
    await this.#refresh();
  }

  /** Reads the grants, and counts what calls may be paid by otherwise than at their moment. */
  async #refresh(): Promise<void> {
    const rows = await this.#db.all<Grant>(sql`
      select id, subscription_id as "subscriptionId", source, period, amount, spent, expired, removed,
        starts_at as "startsAt", expires_at as "expiresAt", state, created_at as "createdAt" from credit_grant`);
    for (const row of rows) {
      const before = this.#rows.get(row.id);
      const subscription = this.#subscriptions.get(row.subscriptionId)!;
      const isNew = before ? before.state === "waiting" && row.state !== "waiting" : row.state !== "waiting";
      if (isNew) {
        subscription.grace += this.#unapplied.get(row.subscriptionId) ?? 0;
        if (this.#time.momentOf(row.expiresAt) <= this.#time.latest)
          for (const node of this.#nodes)
            subscription.grace += node.leases.get(row.subscriptionId)?.free ?? 0;
      }
      if (before && before.expired > row.expired) subscription.grace += before.expired - row.expired;
    }
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** The calls that are made and not applied, of nodes that died too. */
  #countUnapplied(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { journal, applied, leases } of this.#nodes)
      for (const { subscriptionId } of [
        ...journal.slice(applied),
        ...[...leases.values()].flatMap(({ inFlight }) => inFlight),
      ])
        counts.set(subscriptionId, (counts.get(subscriptionId) ?? 0) + 1);
    return counts;
  }

  #rowsOf(subscriptionId: string): Grant[] {
    return [...this.#rows.values()].filter((row) => row.subscriptionId === subscriptionId);
  }

  async #finish(): Promise<void> {
    // A clock that was set back is right again.
    await this.#time.move(this.#time.latest - this.#time.now);
    this.#unapplied = this.#countUnapplied();
    await this.#settle();
    for (const node of this.#nodes) if (node.state === "up") await node.close();
    await crossDue(this.#db, systemTiming, () => true);
    // Assigns the last uses.
    await this.#db.transaction(async (tx) => {
      await changeBalances(tx, [...this.#subscriptions.keys()]);
    });
    await this.#refresh();
  }

  #differences(): string[] {
    const calls = Map.groupBy(
      this.#nodes.flatMap(({ journal }) => journal),
      ({ subscriptionId }) => subscriptionId,
    );
    return [...this.#subscriptions.values()].flatMap((subscription) => {
      const made = (calls.get(subscription.id) ?? []).map(({ latest }) => latest);
      const ended = { rows: this.#rowsOf(subscription.id), calls: made, end: this.#time.latest };
      return differenceOf(subscription, ended, this.#options.settled) ?? [];
    });
  }
}
