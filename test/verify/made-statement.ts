import {
  callLine,
  classOf,
  type Day,
  type Epoch,
  emptyHead,
  headOf,
  leafLine,
  type Made,
  type MadeCall,
  type Row,
  receiptOf,
  recheck,
  resign,
  type Subscription,
  seeded,
} from "./model.ts";
import { base64, checkpointOf, leafOf, makeKey, rootOf, sha256, wholeRoots } from "./proofs.ts";

export interface Options {
  readonly host?: string;
  readonly subscriptions?: number;
  readonly days?: number;
  readonly callsPerDay?: number;
  readonly provisional?: boolean;
  /** A line of a new epoch within the month. */
  readonly epoch?: boolean;
  readonly unlimited?: boolean;
  readonly seen?: boolean;
}

const start = Date.UTC(2026, 9, 1);
const dayMs = 86_400_000;
const statuses = [200, 200, 200, 404, 422, 429, 500, 204];
const operations = ["decodeVin", "getMarketValuation", "auction/v2", "Fahrzeugschein prüfen"];

/** A statement of October 2026 that holds, with its files; equal for one seed, except the key. */
export function makeStatement(seed: number, options: Options = {}): Made {
  const random = seeded(seed);
  const below = (most: number) => Math.floor(random() * most);
  const { host = "vin.example.com", provisional = false } = options;
  const key = makeKey(host);
  const made: Made = { key, calls: [], receipts: [], seen: [], earlier: new Map(), statement: undefined! };
  const journals = Array.from(
    { length: 2 },
    (_, at) => `${at}${sha256(`${seed}`).toString("hex", 0, 16).slice(1)}`,
  );
  let seq = 1;

  const makeDay = (subscription: string, day: string, at: number): MadeCall[] =>
    journals.flatMap((journal) =>
      Array.from({ length: below((options.callsPerDay ?? 6) + 1) }, (_, index): MadeCall => {
        seq += 1 + below(3);
        const status = statuses[below(statuses.length)]!;
        return {
          subscription,
          day,
          call: `${journal}/${seq}`,
          at: at + index,
          operation: operations[below(operations.length)]!,
          status,
          credits: status === 200 ? below(4) : 0,
          digest: base64(sha256(`${seed} ${seq}`).subarray(0, 16)),
        };
      }),
    );

  const makeSubscription = (id: string): Subscription => {
    const rows = below(3);
    const opening = {
      balance: options.unlimited ? null : 1000 + below(1000),
      ledger_rows: rows,
      ledger_head: rows === 0 ? emptyHead(id) : base64(sha256(`${seed} rows`)),
    };
    const ledger: Row[] = [];
    const days: (Day | Epoch)[] = [];
    const usage = new Map<string, Subscription["usage"][number]>();
    const before = Array.from({ length: below(40) }, (_, at) => leafOf(`${seed} ${at}\n`));
    made.earlier.set(id, before);
    const firstEpoch = options.epoch ? 2 : 1;
    let [used, added] = [0, 0];
    const count = (calls: readonly MadeCall[]): number => {
      for (const one of calls) {
        const name = `${one.operation} ${classOf(one)}`;
        const sum = usage.get(name) ?? {
          operation: one.operation,
          class: classOf(one),
          calls: 0,
          credits: 0,
        };
        sum.calls += 1;
        sum.credits += one.credits;
        usage.set(name, sum);
      }
      const credits = calls.reduce((sum, one) => sum + one.credits, 0);
      used += credits;
      return credits;
    };
    for (let at = 0; at < (options.days ?? 5); at++) {
      const day = `2026-10-${String(at + 1).padStart(2, "0")}`;
      const calls = makeDay(id, day, start + at * dayMs);
      const first = at === 0;
      if (first || random() < 0.4) {
        const row = {
          id: `row-${rows + ledger.length + 1}`,
          at: start + at * dayMs,
          kind: first ? "renewal" : "adjustment",
          delta: first ? 500 : below(100) - 50,
          grant_id: random() < 0.5 ? null : `grant-${below(100)}`,
        };
        ledger.push({ ...row, head: headOf(ledger.at(-1)?.head ?? opening.ledger_head, row) });
        added += row.delta;
      } else if (calls.length === 0) continue;
      made.calls.push(...calls);
      days.push({
        day,
        calls: calls.length,
        credits: count(calls),
        call_root: base64(rootOf(calls.map((one) => leafOf(callLine(one))))),
        ledger_rows: rows + ledger.length,
        ledger_head: ledger.at(-1)?.head ?? opening.ledger_head,
      });
    }
    if (options.epoch) {
      const at = below(days.length + 1);
      const log = [...before, ...days.slice(0, at).map((leaf) => leafOf(leafLine(id, leaf)))];
      const root = base64(rootOf(log));
      days.splice(at, 0, { epoch: firstEpoch, size: log.length, root, reason: "restored a backup" });
    }
    const late = provisional ? makeDay(id, "2026-10-31", start + 30 * dayMs) : [];
    const unproved = { calls: late.length, credits: count(late) };
    if (options.seen) {
      const leaves = [...before, ...days.map((leaf) => leafOf(leafLine(id, leaf)))];
      const size = before.length + below(days.length + 1);
      if (size > 0)
        made.seen.push(checkpointOf(`${host}/proof/${id}/${firstEpoch}`, leaves.slice(0, size), key));
    }
    return {
      id,
      product_id: random() < 0.5 ? null : "growth",
      epoch: firstEpoch,
      opening,
      closing: {
        balance: opening.balance === null ? null : opening.balance + added - used,
        ledger_rows: rows + ledger.length,
        ledger_head: ledger.at(-1)?.head ?? opening.ledger_head,
      },
      ledger,
      usage: [...usage.values()],
      grants: [],
      earlier: { size: before.length, hashes: wholeRoots(before).map(base64) },
      days,
      checkpoint: null,
      unproved,
    };
  };

  const ids = Array.from({ length: options.subscriptions ?? 1 + below(2) }, (_, at) => `sub-${at + 1}`);
  const amounts = [below(10_000), -below(100), below(500)];
  made.statement = {
    format: "vingate-statement/v1",
    service: host,
    account: { id: "user-1", name: 'Acme "Fleet" & Söhne' },
    month: "2026-10",
    time_zone: "UTC",
    state: provisional ? "provisional" : "final",
    issued_at: start + 31 * dayMs,
    key: key.line,
    subscriptions: ids.map(makeSubscription),
    money:
      random() < 0.3
        ? null
        : {
            currency: "EUR",
            lines: amounts.map((minor, at) => ({ text: `Amount ${at}`, minor })),
            total_minor: amounts.reduce((sum, one) => sum + one, 0),
          },
    signature: "",
  };
  recheck(made);
  resign(made);
  for (const one of made.calls) if (random() < 0.8) made.receipts.push(receiptOf(one));
  return made;
}
