import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { referencesIn } from "../prices/reference.ts";
import type { Payment } from "../rows/payment.ts";
import type { StoredRefund } from "../rows/refund-rows.ts";
import type { BankLine } from "./bank-line.ts";
import { inParts } from "./in-parts.ts";

/** A refund by transfer that a line can be; its reference is without the sign between its parts. */
type NamedRefund = Pick<StoredRefund, "id" | "paymentId" | "minor" | "sentAt"> &
  Pick<Payment, "reference" | "currency">;

export interface RefundLine {
  readonly refund: NamedRefund;
  readonly isSent: boolean;
}

/** The number of a credit note: its year, and its count of at least four digits. */
const number = /(?<!\d)(20\d{2})[^\p{L}\p{N}]{0,3}(\d{4,9})(?!\d)/gu;

/** All that refunds can be named by in the text of a line, without signs. */
const namesIn = (text: string): readonly string[] => [
  ...[...text.matchAll(number)].map(([, year, count]) => `${year}${count}`),
  ...referencesIn(text),
];

/** The refunds by transfer that lines name. Each is one line. */
export class RefundLines {
  readonly #named: ReadonlyMap<string, readonly NamedRefund[]>;
  readonly #taken = new Set<string>();

  private constructor(named: ReadonlyMap<string, readonly NamedRefund[]>) {
    this.#named = named;
  }

  static async read(db: Queries, lines: readonly BankLine[]): Promise<RefundLines> {
    const names = new Set(lines.filter(isOutgoing).flatMap(({ text }) => namesIn(text)));
    const found = await inParts([...names], (part) =>
      db.all<NamedRefund>(sql`
        select r.id, r.payment_id as "paymentId", replace(r.reference, '-', '') as reference, r.minor, p.currency, r.sent_at as "sentAt"
        from payment_refund r join payment p on p.id = r.payment_id
        where r.reference is not null and replace(r.reference, '-', '') in (${list(part)})
        order by r.created_at, r.id`),
    );
    return new RefundLines(Map.groupBy(found, ({ reference }) => reference));
  }

  /** The refund that a line has paid out: it names it, and is of its sum. One that is open comes before others. */
  of(line: BankLine): RefundLine | undefined {
    if (!isOutgoing(line)) return undefined;
    const all = namesIn(line.text)
      .flatMap((name) => this.#named.get(name) ?? [])
      .filter(({ id, minor, currency }) => {
        return minor === -line.minor && currency === line.currency && !this.#taken.has(id);
      });
    const refund = all.find(({ sentAt }) => sentAt === null) ?? all[0];
    if (!refund) return undefined;
    this.#taken.add(refund.id);
    return { refund, isSent: refund.sentAt !== null };
  }
}

const isOutgoing = ({ minor, isPending, isReversal }: BankLine): boolean =>
  minor < 0 && !isPending && !isReversal;
