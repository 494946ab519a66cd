import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import type { Comparing } from "../../metering/consistency/comparison.ts";
import { headAfter, type LedgerEnd } from "../../metering/credits/grants/ledger-chain.ts";
import { proofLogs } from "./days/leaf-rows.ts";
import { readState } from "./days/proof-state.ts";
import { bridgeOf, bridgeRow, isReturn } from "./days/tenure-credits.ts";
import { readRows } from "./days/tenure-leaves.ts";
import { GrownLog } from "./grown-log-check.ts";
import { addLeaves, growLogs, type Leaf, readLeaves } from "./grown-log-rows.ts";
import { type CheckedTenure, databaseEpoch, type MovedLogs } from "./moved-logs.ts";

/** Subscriptions whose logs grow side by side. */
const subscriptionsAtOnce = 200;

/** What a day has of a tenure. `rows`: those of the subscription's ledger at which it is cut; null without new ones. */
interface TenureDay {
  readonly rows: number | null;
  readonly credits: number;
}

/** Makes the logs of subscriptions that have moved again, each of an account's tenures. */
export async function compareMovedLogs(
  tx: Queries,
  {
    days,
    moved,
    comparing,
  }: { readonly days: readonly string[]; readonly moved: MovedLogs; readonly comparing: Comparing },
): Promise<void> {
  const ids = [...moved.tenures.keys()].filter((id) => moved.isWhole(id));
  const leafDay = (await readState(tx))?.leafDay ?? "";
  for (let from = 0; from < ids.length; from += subscriptionsAtOnce) {
    const part = ids.slice(from, from + subscriptionsAtOnce);
    const all = part.map((id) => new MovedSubscription(moved.tenures.get(id)!, leafDay));
    const keys = all.flatMap((one) => one.keys);
    await growAll(tx, days, new Map(all.map((one) => [one.id, one])), keys);
    for (const one of all)
      for (const [key, log] of one.end()) comparing.hold(`log of ${moved.nameOf(key)}`, log.end());
  }
}

async function growAll(
  tx: Queries,
  days: readonly string[],
  all: ReadonlyMap<string, MovedSubscription>,
  keys: readonly string[],
): Promise<void> {
  const stored = await proofLogs.select(tx, sql`where l.subscription_id in (${list(keys)})`);
  const logs = await growLogs(tx, stored, sql`subscription_id in (${list(keys)})`, () => true);
  for (const one of all.values()) for (const key of one.keys) one.addLog(key, logs.get(key));
  const parts = await tx.all<{ id: string; day: string; number: number } & TenureDay>(sql`
    select subscription_id as id, day, number, ledger_rows as rows, credits from proof_tenure_day
    where subscription_id in (${list([...all.keys()])}) order by day`);
  const byDay = Map.groupBy(parts, ({ day }) => day);
  for (const day of [...new Set([...days, ...byDay.keys()])].sort()) {
    const leaves = await readLeaves(tx, day, sql`d.subscription_id in (${list(keys)})`);
    const own = new Map(leaves.map((leaf) => [leaf.subscriptionId, leaf]));
    const ofDay = Map.groupBy(byDay.get(day) ?? [], ({ id }) => id);
    for (const one of all.values())
      await one.addDay(tx, day, own, new Map((ofDay.get(one.id) ?? []).map((each) => [each.number, each])));
  }
}

/** The logs of a subscription, one for each account that had it, as they grow by days. */
class MovedSubscription {
  readonly id: string;
  /** The keys of its logs, in the order in which they began. */
  readonly keys: readonly string[];
  readonly #tenures: readonly CheckedTenure[];
  readonly #leafDay: string;
  readonly #logs = new Map<string, GrownLog>();
  /** The credits of the calls of each tenure, up to the last day. */
  readonly #credits: number[];
  /** The rows of its log's ledger before each tenure. */
  readonly #starts: (number | undefined)[];

  constructor(tenures: readonly CheckedTenure[], leafDay: string) {
    this.id = tenures[0]!.subscriptionId;
    this.#tenures = tenures;
    this.#leafDay = leafDay;
    this.keys = [...new Set(tenures.map(({ log }) => log))];
    this.#credits = tenures.map(() => 0);
    this.#starts = tenures.map((one) => (isReturn(one) ? undefined : one.ledgerRows));
  }

  /** Adds a log before its leaves; undefined if it has none. */
  addLog(key: string, log: GrownLog | undefined): void {
    if (log) this.#logs.set(key, log);
  }

  async addDay(
    tx: Queries,
    day: string,
    leaves: ReadonlyMap<string, Leaf>,
    parts: ReadonlyMap<number, TenureDay>,
  ): Promise<void> {
    if (this.#tenures[1]!.fromDay > day) {
      const leaf = leaves.get(this.id);
      if (!leaf || leaf.number === null) return;
      await addLeaves(tx, [leaf], () => this.#logOf(this.id));
      this.#credits[0]! += leaf.credits;
      return;
    }
    for (const [number, { credits }] of parts) if (number in this.#credits) this.#credits[number]! += credits;
    for (const key of this.keys) await this.#addLeaf(tx, day, key, leaves.get(key), parts);
  }

  /** All logs with leaves, at their ends. */
  end(): ReadonlyMap<string, GrownLog> {
    for (const [number, { log, ownRows, subscriptionId }] of this.#tenures.entries())
      this.#logs
        .get(log)
        ?.need(
          ownRows === null || this.#starts[number] !== undefined,
          () =>
            `it says that tenure ${number} of ${subscriptionId} continues it, and no day of the tenure does`,
        );
    return this.#logs;
  }

  #logOf(key: string): GrownLog {
    const known = this.#logs.get(key) ?? new GrownLog(key, undefined, 0);
    this.#logs.set(key, known);
    return known;
  }

  async #addLeaf(
    tx: Queries,
    day: string,
    key: string,
    leaf: Leaf | undefined,
    parts: ReadonlyMap<number, TenureDay>,
  ): Promise<void> {
    const own = this.#tenures.filter((one) => one.log === key && parts.has(one.number));
    const log = this.#logOf(key);
    if (!leaf || leaf.number === null) {
      log.need(
        own.length === 0 || day > this.#leafDay,
        () => `tenure ${own[0]!.number} has the day ${day}, and no leaf is there`,
      );
      return;
    }
    if (log.size === 0) this.#begin(key, log);
    const used = own.reduce((sum, { number }) => sum + parts.get(number)!.credits, 0);
    log.need(own.length > 0, () => `its leaf of ${day} is there, and the day of its tenure is missing`);
    log.need(
      used === leaf.credits,
      () => `its leaf of ${day} has ${leaf.credits} credits, and the day of its tenure ${used}`,
    );
    const end = await this.#ledgerOf(tx, log, own, parts);
    const { number, rowHead: _, ...row } = leaf;
    log.add({ ...row, number }, 0, end);
  }

  /** The first leaf of a log that a move began names the log of the account before, as it was then. */
  #begin(key: string, log: GrownLog): void {
    // Balances of moved subscriptions are in no log.
    log.startWith(0);
    const first = this.#tenures.find((one) => one.log === key)!;
    if (first.number === 0) return;
    const { number, epoch, formerEpoch, formerSize, formerRoot } = first;
    const before = this.#tenures[number - 1]!;
    const former = this.#logOf(before.log);
    const later = new Set(log.epochs.map((one) => databaseEpoch(key, one.epoch)));
    former.addEpochs((one) => !later.has(databaseEpoch(before.log, one.epoch)));
    const isNamed = epoch !== null && formerEpoch !== null && formerSize !== null && formerRoot !== null;
    log.need(isNamed, () => `tenure ${number} does not say which log its first leaf names`);
    const name = `the log of account ${before.userId}`;
    log.need(
      formerSize === former.size,
      () => `its first leaf names ${formerSize} leaves of ${name}, and ${former.size} were there`,
    );
    log.need(
      formerRoot === former.root,
      () => `its first leaf names another root of ${name} than its ${formerSize} leaves make`,
    );
    const last = former.epoch ?? 0;
    log.need(
      formerEpoch === last,
      () => `its first leaf names epoch ${formerEpoch} of ${name}, which had ${last}`,
    );
    const { ledgerRows, ledgerHead } = first;
    if (isNamed)
      log.begin({ epoch, formerEpoch, size: formerSize, root: formerRoot }, { ledgerRows, ledgerHead });
  }

  /** The ledger of a log with what a day has of its tenures. */
  async #ledgerOf(
    tx: Queries,
    log: GrownLog,
    own: readonly CheckedTenure[],
    parts: ReadonlyMap<number, TenureDay>,
  ): Promise<LedgerEnd> {
    let end = log.ledger;
    for (const one of own) {
      const { rows } = parts.get(one.number)!;
      if (rows === null) continue;
      let start = this.#starts[one.number];
      if (start === undefined) {
        end = await this.#bridge(tx, log, one, end);
        start = end.ledgerRows;
        this.#starts[one.number] = start;
      }
      for (const row of await readRows(tx, this.id, one.ledgerRows + end.ledgerRows - start, rows))
        end = {
          ledgerRows: end.ledgerRows + 1,
          ledgerHead: isReturn(one) ? headAfter(end.ledgerHead, row) : row.head,
        };
    }
    return end;
  }

  /** The row that a log has for what others changed before an account's return. */
  async #bridge(tx: Queries, log: GrownLog, one: CheckedTenure, end: LedgerEnd): Promise<LedgerEnd> {
    const delta = await bridgeOf(tx, this.#tenures, one.number, this.#credits);
    const made = {
      ledgerRows: end.ledgerRows + 1,
      ledgerHead: headAfter(end.ledgerHead, bridgeRow(one, delta)),
    };
    log.need(
      one.bridge === delta,
      () =>
        `tenure ${one.number} continues it with ${one.bridge} credits of others, and by their rows and calls with ${delta}`,
    );
    log.need(
      one.ownRows === made.ledgerRows && one.ownHead === made.ledgerHead,
      () =>
        `tenure ${one.number} continues it after row ${one.ownRows} with another head than its time and credits make`,
    );
    return made;
  }
}
