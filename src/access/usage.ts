import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { SubscriptionCaller } from "./caller.ts";
import { foldUsage } from "./usage-fold.ts";
import { writeRollUps } from "./usage-write.ts";

/** One call of a known subscription, as reports and the request log show it. Times in microseconds. */
export interface CallRecord {
  readonly at: number;
  readonly requestId: string;
  readonly caller: SubscriptionCaller;
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  /** Path and query as called; a lookup's credential travels in a header and never here. */
  readonly url: string;
  readonly address: string;
  readonly status: number;
  readonly credits: number;
  /** What the answer cache had to do with it; `none` where there is no cache. */
  readonly cache?: "hit" | "miss" | "none";
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly apiMicros: number;
  readonly serviceMicros: number;
}

const dayMs = 86_400_000;

/** Numbers the calls of one process: (journal, seq) names a call for good. */
export class UsageLog {
  readonly journalId: string;
  #seq = 0;

  constructor(journalId: string) {
    this.journalId = journalId;
  }

  /** Writes one call, to the log and to the roll-ups, at the end of the transaction that charges it. */
  async record(tx: Queries, call: CallRecord): Promise<void> {
    const { caller } = call;
    await tx.run(sql`
      insert into request_log (day, journal_id, seq, at, request_id, subscription_id, user_id, product_id, api_id,
        operation, method, url, ip_address, status, credits, request_size, response_size, cache, api_us, service_us)
      values (${Math.floor(call.at / dayMs)}, ${this.journalId}, ${++this.#seq}, ${call.at}, ${call.requestId},
        ${caller.subscriptionId}, ${caller.userId}, ${caller.productId}, ${call.api}, ${call.operation},
        ${call.method}, ${call.url}, ${call.address}, ${call.status}, ${call.credits}, ${call.requestBytes},
        ${call.responseBytes}, ${call.cache ?? "none"}, ${call.apiMicros}, ${call.serviceMicros})`);
    await writeRollUps(tx, foldUsage([call]));
  }
}
