import { ceilTo, floorTo, hourMs, minuteMs } from "../../base/durations.ts";
import type { Progress } from "../../base/loading.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { decodeCallers, decodeLabels, type EntryTuple } from "../requests/chunk-codec.ts";
import type { CallSum, SinkSums } from "../sink/sink.ts";
import { Comparing, type ComparisonResult } from "./comparison.ts";
import { Figures, Names, single, sumNames } from "./figures.ts";
import {
  Hourly,
  type LoggedChunk,
  loggedChunks,
  readSeries,
  readUsed,
  type SeriesSum,
  seriesSums,
  slotSums,
  type TotalSum,
  totalSums,
} from "./usage-rows.ts";

/** A comparison for each sum. */
const ofSums = (found: string, expected: string, subjects: string): readonly Comparing[] =>
  sumNames.map(
    (sum) => new Comparing({ found: `${sum} ${found}`, expected: `${sum} ${expected}`, subjects }),
  );

/** What a series counts, as numbers for the names. */
interface Series {
  readonly subscription: number;
  /** Its API and outcome. */
  readonly label: number;
  /** Its operation, outcome and user. */
  readonly kind: number;
}

/** There are fewer APIs with outcomes than this. */
const labelsMax = 2 ** 24;

/**
 * Compares rollups, used credits and request log in one pass over all hours. The log, and the minutes, which are
 * kept as long in whole hours, are complete from the log start on, or wholly if it is undefined.
 */
export class UsageComparison {
  readonly #tx: Queries;
  readonly #sums: SinkSums | undefined;
  readonly #minutesFrom: number;
  readonly #logFrom: number;
  readonly #subscriptions = new Names();
  readonly #labels = new Names();
  readonly #kinds = new Names();
  readonly #series = new Map<number, Series>();
  readonly #loggedOf = new Map<string, number>();

  // The figures of all hours.
  readonly #used = new Figures();
  readonly #runs = new Figures();
  readonly #kindsByMinute = new Figures();
  readonly #kindsInLog = new Figures();
  // The figures of one hour.
  readonly #total = new Figures();
  readonly #minuteTotal = new Figures();
  readonly #minute = new Figures();
  readonly #log = new Figures();

  readonly #totals = ofSums("by hour in all", "by hour", "hours of an API");
  readonly #minuteTotals = ofSums("by minute in all", "by minute", "minutes of an API");
  readonly #minutes = ofSums("by minute", "by hour", "hours of a subscription");
  readonly #logs = ofSums("in the log", "by hour", "hours of a subscription");

  constructor(tx: Queries, logStart: number | undefined, sums?: SinkSums) {
    this.#tx = tx;
    this.#sums = sums;
    for (const { journal, calls } of sums?.journals ?? []) this.#loggedOf.set(journal, calls);
    this.#minutesFrom = logStart === undefined ? 0 : floorTo(logStart, hourMs);
    this.#logFrom = logStart === undefined ? 0 : ceilTo(logStart, hourMs);
  }

  async run(progress: (progress: Progress) => void): Promise<readonly ComparisonResult[]> {
    await readSeries(this.#tx, ({ id, subscription_id, api_id, operation, class: ended, user_id }) => {
      // Older rollups do not distinguish faults from other failures.
      const outcome = ended === "fault" ? "failed" : ended;
      this.#series.set(id, {
        subscription: this.#subscriptions.numberOf(subscription_id),
        label: this.#labels.numberOf(`${api_id} ${ended}`),
        kind: this.#kinds.numberOf(kindOf(operation, outcome, user_id)),
      });
    });
    await this.#readHours(progress);
    await readUsed(this.#tx, ({ subscription_id, used }) =>
      this.#used.expect(this.#subscriptions.numberOf(subscription_id), single(used)),
    );
    return [
      this.#compareUsed(),
      ...[this.#totals, this.#minuteTotals, this.#minutes, this.#logs].flat().map(({ result }) => result),
      this.#compareRuns(),
      this.#compareKinds("kinds by minute", this.#kindsByMinute),
      this.#compareKinds("kinds in the log", this.#kindsInLog),
      await this.#compareApplied(),
    ];
  }

  async #readHours(progress: (progress: Progress) => void): Promise<void> {
    const tx = this.#tx;
    const hours = [
      seriesSums(tx, "hour", sql`usage_hourly_sum`),
      seriesSums(tx, "hour", slotSums("usage_hourly_sum_slot", "hour, series_id")),
    ];
    const minutes = [
      seriesSums(tx, "minute", sql`usage_minute_sum`),
      seriesSums(tx, "minute", slotSums("usage_minute_sum_slot", "minute, series_id")),
    ];
    const totals = [
      totalSums(tx, "hour", sql`usage_hourly_total`),
      totalSums(tx, "hour", slotSums("usage_hourly_total_slot", "hour, api_id, class")),
    ];
    const minuteTotals = [
      totalSums(tx, "minute", sql`usage_minute_total`),
      totalSums(tx, "minute", slotSums("usage_minute_total_slot", "minute, api_id, class")),
    ];
    const chunks = loggedChunks(tx);
    const sums = this.#sums;
    const elsewhere = sums
      ? [
          new Hourly<CallSum>(
            ({ at }) => at,
            () => sums.nextHour(),
          ),
        ]
      : [];
    const count = await countOf(tx, sql`usage_hourly_sum`);
    let done = 0;
    for (;;) {
      const next = [...hours, ...minutes, ...totals, ...minuteTotals, chunks, ...elsewhere].map((rows) =>
        rows.hour(),
      );
      const hour = Math.min(...(await Promise.all(next)));
      if (hour === Number.POSITIVE_INFINITY) return;
      for (const rows of hours) done += await rows.each(hour, (row) => this.#addHour(row));
      for (const rows of minutes) await rows.each(hour, (row) => this.#addMinute(row));
      for (const rows of totals) await rows.each(hour, (row) => this.#total.find(this.#labelOf(row), row));
      for (const rows of minuteTotals)
        await rows.each(hour, (row) => this.#minuteTotal.find(minuteKey(row, this.#labelOf(row)), row));
      await chunks.each(hour, (chunk) => this.#addChunk(chunk));
      for (const rows of elsewhere) await rows.each(hour, (row) => this.#addCalls(row));
      this.#endHour(hour);
      progress({ stage: "Comparing reports and request log", done, total: count });
    }
  }

  #labelOf({ api_id, class: ended }: TotalSum): number {
    return this.#labels.numberOf(`${api_id} ${ended}`);
  }

  #addHour(row: SeriesSum): void {
    const series = this.#series.get(row.series_id);
    if (!series) return;
    const { subscription, label, kind } = series;
    this.#used.find(subscription, single(row.credits));
    this.#total.expect(label, row);
    if (row.at >= this.#minutesFrom) this.#minute.expect(subscription, row);
    if (row.at < this.#logFrom) return;
    this.#log.expect(subscription, row);
    this.#kindsByMinute.expect(kind, single(row.calls));
    this.#kindsInLog.expect(kind, single(row.calls));
  }

  #addMinute(row: SeriesSum): void {
    const series = this.#series.get(row.series_id);
    if (!series) return;
    const { subscription, label, kind } = series;
    this.#minuteTotal.expect(minuteKey(row, label), row);
    if (row.at >= this.#minutesFrom) this.#minute.find(subscription, row);
    if (row.at >= this.#logFrom) this.#kindsByMinute.find(kind, single(row.calls));
  }

  #addChunk(chunk: LoggedChunk): void {
    this.#loggedOf.set(chunk.journal_id, (this.#loggedOf.get(chunk.journal_id) ?? 0) + chunk.calls);
    if (chunk.first_at < this.#logFrom) return;
    const callers = decodeCallers(chunk);
    const numbers = callers.map(({ subscriptionId }) => this.#subscriptions.numberOf(subscriptionId));
    for (const [index, caller] of callers.entries()) {
      this.#log.find(numbers[index]!, caller);
      this.#runs.expect(numbers[index]!, caller);
    }
    const labels = decodeLabels(chunk);
    const calls = new Uint32Array(labels.length);
    const bytes = new Float64Array(labels.length);
    for (const entry of JSON.parse(chunk.entries) as EntryTuple[]) {
      calls[entry[2]]! += 1;
      bytes[entry[2]]! += entry[6];
    }
    for (const [index, { caller, operation, status, credits, key }] of labels.entries()) {
      const own = calls[index]!;
      if (own === 0) continue;
      this.#runs.find(numbers[caller]!, { calls: own, credits: own * credits, bytes: bytes[index]! });
      const kind = kindOf(operation, outcomeOf(status, key === "test"), callers[caller]!.userId);
      this.#kindsInLog.find(this.#kinds.numberOf(kind), single(own));
    }
  }

  #addCalls(row: CallSum): void {
    if (row.at < this.#logFrom) return;
    this.#log.find(this.#subscriptions.numberOf(row.subscription_id), row);
    const kind = kindOf(row.operation, outcomeOf(row.status, row.test === 1), row.user_id);
    this.#kindsInLog.find(this.#kinds.numberOf(kind), single(row.calls));
  }

  #endHour(hour: number): void {
    const label = (key: number) => this.#labels.nameOf(key % labelsMax);
    const subscription = (key: number) => this.#subscriptions.nameOf(key);
    this.#total.compare(this.#totals, label, () => hour);
    this.#minuteTotal.compare(
      this.#minuteTotals,
      label,
      (key) => hour + Math.floor(key / labelsMax) * minuteMs,
    );
    this.#minute.compare(this.#minutes, subscription, () => hour);
    this.#log.compare(this.#logs, subscription, () => hour);
    for (const figures of [this.#total, this.#minuteTotal, this.#minute, this.#log]) figures.clear();
  }

  #compareUsed(): ComparisonResult {
    const comparing = new Comparing({
      found: "credits by hour",
      expected: "used",
      subjects: "subscriptions",
    });
    this.#used.compare([comparing], (key) => this.#subscriptions.nameOf(key));
    return comparing.result;
  }

  /** The calls in the chunks against the chunks' own sums. */
  #compareRuns(): ComparisonResult {
    const subjects = "sums of a subscription";
    const comparing = new Comparing({ found: "single calls", expected: "runs in the log", subjects });
    const subject = (key: number, sum: number) => `${this.#subscriptions.nameOf(key)} ${sumNames[sum]}`;
    this.#runs.compare([comparing, comparing, comparing], subject);
    return comparing.result;
  }

  /** Outcomes and users of the calls, which the sums of a subscription do not show. */
  #compareKinds(found: string, figures: Figures): ComparisonResult {
    const subjects = "operations, outcomes and users";
    const comparing = new Comparing({ found, expected: "kinds by hour", subjects });
    figures.compare([comparing], (key) => this.#kinds.nameOf(key));
    return comparing.result;
  }

  /** The applied seqs of the journals whose calls are all in the log. */
  async #compareApplied(): Promise<ComparisonResult> {
    const comparing = new Comparing({
      found: "calls of a journal",
      expected: "its applied seq",
      subjects: "journals",
    });
    const rejected = await this.#tx.all<{ journal_id: string; calls: number }>(sql`
      select journal_id, count(*) as calls from usage_rejected group by journal_id`);
    for (const { journal_id: id, calls } of rejected)
      this.#loggedOf.set(id, (this.#loggedOf.get(id) ?? 0) + calls);
    const journals = await this.#tx.all<JournalCalls>(sql`
      select journal_id, applied_seq - amendments as calls, opened_at from journal`);
    for (const { journal_id: id, calls, opened_at } of journals) {
      if (opened_at >= this.#logFrom) comparing.compare(calls, this.#loggedOf.get(id) ?? 0, () => id);
      this.#loggedOf.delete(id);
    }
    for (const [id, calls] of this.#loggedOf) comparing.compare(0, calls, () => id);
    return comparing.result;
  }
}

interface JournalCalls {
  readonly journal_id: string;
  readonly calls: number;
  readonly opened_at: number;
}

const minuteKey = ({ at }: { readonly at: number }, label: number): number =>
  ((at % hourMs) / minuteMs) * labelsMax + label;

const kindOf = (operation: string, outcome: string, userId: string): string =>
  `${operation} ${outcome} of user ${userId}`;

/** As `usageClass`, without its table, and with faults as failures. */
function outcomeOf(status: number, test: boolean): string {
  if (test) return "test";
  if ((status >= 200 && status < 300) || status === 304) return "success";
  if ([401, 402, 403, 429].includes(status)) return "blocked";
  return [400, 422, 499].includes(status) || status >= 500 ? "failed" : "other";
}
