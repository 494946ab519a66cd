import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { CallLog } from "../../../metering/requests/call-log.ts";
import type { LoggedCall } from "../../../metering/requests/chunk-codec.ts";
import type { JournalSpan } from "../../../metering/requests/journal-calls.ts";
import type { Digests, ProvedCall } from "../format/lines.ts";
import { DigestsOfAccounts } from "./salts.ts";

/** A call with what its line has. */
export interface LinedCall extends ProvedCall {
  readonly subscriptionId: string;
  readonly userId: string;
}

/** The calls of a day of each journal, in the order of their IDs. */
export function cutsOf(db: Queries, day: string): Promise<JournalSpan[]> {
  return db.all<JournalSpan>(sql`
    select journal_id as "journalId", from_seq as after, to_seq as "to", since from proof_cut
    where day = ${day} order by journal_id`);
}

/** Yields the calls of spans in the order of journal and seq, some at a time. */
export async function* provedCalls(
  db: Queries,
  log: CallLog,
  spans: readonly JournalSpan[],
  caller?: JournalSpan["caller"],
): AsyncGenerator<LinedCall[]> {
  const digests = new DigestsOfAccounts(db);
  for (const span of spans)
    for await (const calls of log.journalCalls({ ...span, caller })) {
      const lined: LinedCall[] = [];
      for (const call of calls) {
        const own = digests.known(call.caller.userId) ?? (await digests.of(call.caller.userId));
        lined.push(linedCall(call, own));
      }
      yield lined;
    }
}

function linedCall(call: LoggedCall, digests: Digests): LinedCall {
  const { journalId, seq, at, caller, labels, requestId, url } = call;
  const { operation, status, credits, method } = labels;
  const digest = digests.of(requestId, method, url);
  return {
    journalId,
    seq,
    at,
    operation,
    status,
    credits,
    digest,
    subscriptionId: caller.subscriptionId,
    userId: caller.userId,
  };
}
