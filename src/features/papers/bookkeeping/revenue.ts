import { dayMs, monthRange } from "../../../base/durations.ts";
import { nextTurn } from "../../../base/pause.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { bodyOf } from "../paper-body.ts";

/** What a month has in one currency, net, in minor units. */
export interface MonthRevenue {
  readonly month: string;
  readonly currency: string;
  /** What was invoiced in it. */
  readonly invoicedMinor: number;
  /** What was credited in it. */
  readonly creditedMinor: number;
  /** What was supplied in it. */
  readonly recognizedMinor: number;
  /** At its end: invoiced, and not supplied yet. */
  readonly deferredMinor: number;
  /** At its end: supplied, and not invoiced yet. */
  readonly accruedMinor: number;
}

/** What of a paper decides when its net is revenue. Its days are numbers of days since 1970. */
interface Supply {
  readonly currency: string;
  readonly kind: "invoice" | "credit_note";
  /** Below zero for a credit note. */
  readonly netMinor: number;
  readonly issued: number;
  readonly first: number;
  /** The day after the last one. */
  readonly end: number;
  /** What it corrects was revenue before: it changes no earlier month. */
  readonly corrects: boolean;
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/**
 * What of a paper's net is revenue before a day: the part of its days, rounded half up. Rounded as a whole, the parts of
 * all months sum to the net exactly. A correction has its earlier days in the month of its issue.
 */
export function recognizedBefore(
  { netMinor, first, end, corrects, issued }: Omit<Supply, "kind" | "currency">,
  day: number,
): number {
  if (corrects && day <= issued) return 0;
  const days = Math.min(Math.max(day - first, 0), end - first);
  if (days === 0) return 0;
  const sign = netMinor < 0 ? -1n : 1n;
  const [net, all] = [BigInt(netMinor) * sign, BigInt(end - first)];
  return Number((sign * (2n * net * BigInt(days) + all)) / (2n * all));
}

function supplyOf(row: { kind: Supply["kind"]; currency: string; net: number; body: string }): Supply {
  const { issue_date, period, preceding_invoice } = bodyOf(row);
  const first = dayOf(period.start);
  return {
    currency: row.currency,
    netMinor: row.kind === "credit_note" ? -row.net : row.net,
    kind: row.kind,
    issued: dayOf(issue_date),
    first,
    // What has no end is supplied on its first day.
    end: period.end === null ? first + 1 : Math.max(dayOf(period.end), first + 1),
    corrects: preceding_invoice !== null,
  };
}

const readAtOnce = 500;

/** All papers that were ever issued: what was paid years ahead is still deferred. */
async function* supplies(db: Queries): AsyncGenerator<Supply> {
  for (let after = ""; ; ) {
    const rows = await db.all<{
      id: string;
      kind: Supply["kind"];
      currency: string;
      net: number;
      body: string;
    }>(sql`
      select id, kind, currency, net_minor as net, body from paper
      where id > ${after} and kind <> 'statement' order by id limit ${readAtOnce}`);
    for (const row of rows) yield supplyOf(row);
    if (rows.length < readAtOnce) return;
    after = rows.at(-1)!.id;
    await nextTurn();
  }
}

type Amounts = Omit<MonthRevenue, "month" | "currency">;

/** The sums of a month, from one day up to before another. */
class MonthSums {
  readonly #from: number;
  readonly #to: number;
  readonly #sums = { invoiced: 0n, credited: 0n, recognized: 0n, deferred: 0n, accrued: 0n };

  constructor(month: string) {
    const { from, to } = monthRange(month);
    this.#from = from / dayMs;
    this.#to = to / dayMs;
  }

  get amounts(): Amounts {
    const { invoiced, credited, recognized, deferred, accrued } = this.#sums;
    return {
      invoicedMinor: Number(invoiced),
      creditedMinor: Number(credited),
      recognizedMinor: Number(recognized),
      deferredMinor: Number(deferred),
      accruedMinor: Number(accrued),
    };
  }

  add(supply: Supply): void {
    const { netMinor, kind, issued } = supply;
    if (issued >= this.#from && issued < this.#to)
      this.#add(kind === "invoice" ? "invoiced" : "credited", Math.abs(netMinor));
    const until = recognizedBefore(supply, this.#to);
    this.#add("recognized", until - recognizedBefore(supply, this.#from));
    if (issued < this.#to) this.#add("deferred", netMinor - until);
    else this.#add("accrued", until);
  }

  #add(name: "invoiced" | "credited" | "recognized" | "deferred" | "accrued", minor: number): void {
    this.#sums[name] += BigInt(minor);
  }
}

/** Each of some months, in their order, with each currency that has papers. */
export async function revenueOf(db: Queries, months: readonly string[]): Promise<MonthRevenue[]> {
  const byCurrency = new Map<string, readonly MonthSums[]>();
  for await (const supply of supplies(db)) {
    const { currency } = supply;
    const all = byCurrency.get(currency) ?? months.map((month) => new MonthSums(month));
    byCurrency.set(currency, all);
    for (const sums of all) sums.add(supply);
  }
  const currencies = [...byCurrency.keys()].toSorted();
  return months.flatMap((month, index) =>
    currencies.map((currency) => ({ month, currency, ...byCurrency.get(currency)![index]!.amounts })),
  );
}
