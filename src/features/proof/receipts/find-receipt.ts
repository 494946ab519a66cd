import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { type CallId, callIdText } from "../../../metering/requests/call-id.ts";
import { opened } from "../../../running/opened.ts";
import { monthOf } from "../days/calendar.ts";
import { clockBackMs } from "../days/cut.ts";
import { splitHashes } from "../days/leaf-rows.ts";
import { cutsOf, type LinedCall, provedCalls } from "../days/proved-calls.ts";
import { TenureIndex, tenuresOf } from "../days/tenures.ts";
import { callLine } from "../format/lines.ts";
import { checkpointOf, logProof, originOf } from "../format/notes.ts";
import { GrowingTree, inclusionOf, leafOf } from "../format/tree.ts";
import { Proof } from "../proof.ts";
import { lineOf, readMonthLog } from "../statements/month-log.ts";
import { isDay } from "../statements/statement.ts";

/** The receipt of a call, with its proof once the day is signed. */
export async function makeReceipt(context: Context, call: LinedCall) {
  const { subscriptionId, at, operation, status, credits, digest } = call;
  const proof = await proofOf(context, call);
  return {
    call: callIdText(call),
    subscription_id: subscriptionId,
    at,
    operation,
    status,
    credits,
    digest,
    leaf: leafOf(callLine(call)).toString("base64"),
    ...(proof ?? { day: null, day_line: null, index: null, hashes: null, proof: null }),
  };
}

/** A call by its ID; undefined if the log does not have it. */
export async function findLine(
  { database, requestLog }: Context,
  { journalId, seq }: CallId,
): Promise<LinedCall | undefined> {
  const journal = await database.get<{ openedAt: number }>(sql`
    select opened_at as "openedAt" from journal where journal_id = ${journalId}`);
  if (!journal) return undefined;
  const span = { journalId, after: seq - 1, to: seq, since: journal.openedAt - clockBackMs };
  for await (const [call] of provedCalls(database, requestLog, [span])) if (call) return call;
  return undefined;
}

/** Where a call is in its day and log; undefined until the day is signed. */
async function proofOf(context: Context, call: LinedCall) {
  const { database, requestLog } = context;
  const { journalId, seq, subscriptionId, userId } = call;
  const cut = await database.get<{ day: string }>(sql`
    select day from proof_cut where journal_id = ${journalId} and to_seq >= ${seq} and from_seq < ${seq}`);
  const proof = opened(context, Proof);
  const signedDay = await proof.signedDay();
  if (!cut || signedDay === undefined || cut.day > signedDay) return undefined;
  const tenures = new TenureIndex(await tenuresOf(database, subscriptionId));
  const key = tenures.logOf(call, cut.day);
  const leaves: Buffer[] = [];
  let index = -1;
  const caller = { subscriptionId, userId };
  for await (const calls of provedCalls(database, requestLog, await cutsOf(database, cut.day), caller))
    for (const one of calls) {
      if (tenures.logOf(one, cut.day) !== key) continue;
      if (one.journalId === journalId && one.seq === seq) index = leaves.length;
      leaves.push(leafOf(callLine(one)));
    }
  const log = await readMonthLog(database, key, monthOf(cut.day), signedDay);
  const place = log.leaves.findIndex((leaf) => isDay(leaf) && leaf.day === cut.day);
  const dayLeaf = log.leaves[place];
  if (!dayLeaf || index < 0) return undefined;
  const { size, root } = log.tree;
  const before = new GrowingTree(log.opening.size, splitHashes(log.opening.subtrees));
  const ownLeaves = log.leaves.map((leaf) => leafOf(lineOf(subscriptionId, leaf)));
  const hashes = inclusionOf(ownLeaves, place, before);
  const origin = originOf(proof.host, subscriptionId, log.epoch);
  return {
    day: cut.day,
    day_line: lineOf(subscriptionId, dayLeaf),
    index,
    hashes: inclusionOf(leaves, index).map((hash) => Buffer.from(hash).toString("base64")),
    proof: logProof(log.opening.size + place, hashes, checkpointOf(origin, size, root, await proof.keys())),
  };
}
