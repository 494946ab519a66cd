import type { Mutant } from "./mutant.ts";

const answers = "test/api/charged-credits.test.ts";
const calls = "test/api/call-ids.test.ts";

/** Bugs in the cost that an answer states, and in the IDs of calls. */
export const chargedMutants: readonly Mutant[] = [
  {
    bug: "a free answer says the price of its lookup",
    file: "src/calls/lookup-replies.ts",
    find: 'if (charged > 0) headers["x-credits-charged"] = String(charged);',
    replace: 'headers["x-credits-charged"] = String(request.cost + 0 * charged);',
    test: answers,
    named: "on sqlite each is what its record says",
  },
  {
    bug: "an answer says what the last one cost",
    file: "src/http/reply.ts",
    find: "if (values[at] === value) continue;",
    replace: "if (values[at] !== undefined) continue;",
    test: answers,
    named: "on sqlite each is what its record says",
  },
  {
    bug: "the answer to a client that has gone says that it was charged",
    file: "src/calls/lookup-call.ts",
    find: "return this.wasAbandoned ? 0 : (this.#record?.credits ?? 0);",
    replace: "return this.#record?.credits ?? 0;",
    test: answers,
    named: "on sqlite a call whose client has gone",
  },
  {
    bug: "a charged forwarded answer says that it cost nothing",
    file: "src/features/gateway/answer-forwarded.ts",
    find: "access === openAccess ? undefined : showCredits(call)",
    replace: "access === openAccess || call.charged > 0 ? undefined : showCredits(call)",
    test: "src/features/gateway/test/admission.test.ts",
    named: "on sqlite what is charged follows the status",
  },
  {
    bug: "a batch says that it cost nothing before its lines are charged",
    file: "src/calls/batch-call.ts",
    find: 'delete request.headers["x-credits-charged"];',
    replace: "",
    test: answers,
    named: "on sqlite the lines of a batch are charged while it is sent",
  },
  {
    bug: "a report counts the price of a part that has no record",
    file: "src/calls/lookup-call.ts",
    find: "steps.push({ written: () => reports(this.charged) });",
    replace: "reports(this.charged);",
    test: "src/features/report/test/charges.test.ts",
    named: "a part without a record costs nothing",
  },
  {
    bug: "a report that waits for an earlier one hides what its other parts cost",
    file: "src/features/report/reports.ts",
    find: "throw notEnded(charged);",
    replace: "throw notEnded(0 * charged);",
    test: "src/features/report/test/charges.test.ts",
    named: "on sqlite a report that waits for an earlier one",
  },
  {
    bug: "an ID finds calls of other customers",
    file: "src/metering/requests/find-call.ts",
    find: "decodeCalls(chunk, range.from, range.to, filter.includes)",
    replace: "decodeCalls(chunk, range.from, range.to, () => true)",
    test: calls,
    named: "on sqlite another's call reads as one that does not exist",
  },
  {
    bug: "a call is searched in the last chunk before it of any shard",
    file: "src/metering/requests/find-call.ts",
    find: "Map.groupBy(begun, ({ shard }) => shard)",
    replace: "Map.groupBy(begun, () => 0)",
    test: calls,
    named: "on sqlite a call is found by its ID in the chunk that has it",
  },
  {
    bug: "a call's ID has the seq of its chunk",
    file: "src/metering/requests/chunk-codec.ts",
    find: "seq: chunk.first_seq + entry[0],",
    replace: "seq: chunk.first_seq,",
    test: calls,
    named: "on sqlite two calls with one request ID",
  },
  {
    bug: "ClickHouse finds a call's ID in every journal",
    file: "src/features/clickhouse/call-queries.ts",
    find: 'add("journal = {journal:String}", "journal", filter.id?.journalId);',
    replace: "",
    test: "src/features/clickhouse/test/call-log.test.ts",
    named: "a call is found by its ID alone",
  },
];
