import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService, testStart } from "../../../../test/harness.ts";
import { newFolder } from "../../../../test/service-process.ts";
import { callOf } from "../../../../test/usage-calls.ts";
import { writeUsage } from "../../../metering/apply/write-usage.ts";
import { type CallLog, databaseLog } from "../../../metering/requests/call-log.ts";
import type { LoggedCall } from "../../../metering/requests/chunk-codec.ts";
import type { JournalSpan } from "../../../metering/requests/journal-calls.ts";
import type { CallFilter } from "../../../metering/requests/request-search.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import type { CallRecord } from "../../../metering/usage/usage.ts";
import { CallRows } from "../call-rows.ts";
import { CallStore } from "../call-store.ts";
import { clickhouseLog } from "../clickhouse-log.ts";
import { type ClickhouseProcess, noClickhouse, startClickhouse } from "./start-engine.ts";

const { folder, remove } = newFolder();
const testHere = test.skipIf(noClickhouse !== undefined);
const minute = 60_000;
const accounts = ["ada", "bob", "eve"].map((userId, index) => ({ userId, subscriptionId: `s${index}` }));
const everyone = { userIds: [] };
const range = { from: testStart - minute, to: testStart + 300 * minute };

let engine: ClickhouseProcess;
let service: TestService;
let inDatabase: CallLog;
let inClickhouse: CallLog;
let store: CallStore;

/** Calls that differ in all that a filter names; texts that need escaping, numbers of more than 32 bits. */
const calls: CallRecord[] = Array.from({ length: 3000 }, (_, index) => {
  const status = [200, 200, 404, 429, 503][index % 5]!;
  return callOf(
    accounts[index % 7 === 0 ? 2 : index % 2]!,
    testStart + Math.floor((index ** 2 / 700) * 1000),
    {
      requestId: index % 3 === 0 ? Bun.randomUUIDv7("hex", testStart) : `own "${index}"\t\\`,
      url:
        index % 4 === 0
          ? `/vin-decoder/1HGCM82633A00${index}?Note=ü`
          : `/oil-lookup/${"x".repeat(index % 90)}`,
      api: index % 4 === 0 ? "vin-decoder" : "oil-lookup",
      operation: index % 4 === 0 ? "decodeVin" : "lookUpOil",
      address: `203.0.113.${index % 4}`,
      status,
      credits: status === 200 ? 1 : 0,
      ...(status >= 400 && { errorCode: status === 404 ? "record_not_found" : "other" }),
      ...(index % 2 === 0 && { key: index % 4 === 0 ? ("primary" as const) : ("secondary" as const) }),
      ...(index % 3 === 0 && { source: "vpic 2026" }),
      cache: (["none", "hit", "miss"] as const)[index % 3]!,
      requestBytes: index,
      responseBytes: index * 2 ** 32 + 7,
      apiMicros: 2 ** 33 + index,
      serviceMicros: index,
    },
  );
});

const journalId = "0123456789abcdef0123456789abcdef";
const records = calls.map((call, index) => ({ seq: index + 1, call }));

beforeAll(async () => {
  if (noClickhouse) return;
  engine = await startClickhouse(folder, { user: "vingate", password: "p@ss word" });
  service = await startService();
  const { database } = service.app;
  await database.transaction((tx) => writeUsage(tx, journalId, records));
  const url = `http://vingate:${encodeURIComponent("p@ss word")}@127.0.0.1:${engine.port}/calls`;
  store = new CallStore({ url, days: 3000 });
  const rows = new CallRows(journalId);
  // Twice, as after a crash, in other batches.
  for (const from of [0, 1000, 0, 500, 2000]) {
    rows.clear();
    for (const record of records.slice(from, from + 1500)) rows.add(record);
    await store.insert(rows, `${journalId}:${from}`);
  }
  inDatabase = databaseLog(database);
  inClickhouse = clickhouseLog(database, store, async () => undefined);
}, 180_000);

afterAll(async () => {
  await service?.end();
  await engine?.kill();
  remove();
});

/** Without the sums of a caller, which only a chunk has. */
const plain = (found: readonly LoggedCall[]) =>
  found.map(({ caller: { userId, subscriptionId }, labels, ...call }) => ({
    ...call,
    userId,
    subscriptionId,
    labels: { ...labels, caller: 0 },
  }));

testHere("pages of ClickHouse are those of the database", async () => {
  const scopes = [
    everyone,
    { userIds: ["ada"] },
    { userIds: [], subscriptionId: "s2" },
    { userIds: ["ada", "bob"] },
  ];
  for (const scope of scopes)
    for (const [skip, size] of [
      [0, 20],
      [15, 1],
      [700, 100],
      [2990, 50],
      [4000, 10],
    ] as const)
      for (const part of [range, { from: testStart + 12_345, to: testStart + 17 * minute + 77 }]) {
        const [found, expected] = await Promise.all([
          inClickhouse.page(scope, part, skip, size),
          inDatabase.page(scope, part, skip, size),
        ]);
        expect({ ...found, calls: plain(found.calls) }).toEqual({
          ...expected,
          calls: plain(expected.calls),
        });
      }
});

testHere("searches of ClickHouse find what those of the database find", async () => {
  const filters: CallFilter[] = [
    { productId: "trial" },
    { productId: "other" },
    { api: "vin-decoder", status: "200" },
    { status: "4xx", address: "203.0.113.2" },
    { errorCode: "record_not_found", key: "secondary" },
    { operation: "lookUpOil", url: "NOTE=Ü" },
    { url: "note=ü" },
    { requestId: calls[3]!.requestId },
    { requestId: calls[4]!.requestId },
  ];
  for (const filter of filters) {
    const found = await inClickhouse.search({ userIds: ["bob"] }, filter, range, 3, 40);
    const expected = await inDatabase.search({ userIds: ["bob"] }, filter, range, 3, 40);
    expect({ ...found, calls: plain(found.calls) }).toEqual({ ...expected, calls: plain(expected.calls) });
    expect(await inClickhouse.groupKeys({ userIds: ["bob"] }, filter, range)).toEqual(
      await inDatabase.groupKeys({ userIds: ["bob"] }, filter, range),
    );
    const [groups, expectedGroups] = [
      await inClickhouse.groupErrors({ userIds: ["bob"] }, filter, range),
      await inDatabase.groupErrors({ userIds: ["bob"] }, filter, range),
    ];
    expect(groups).toEqual({
      ...expectedGroups,
      groups: expectedGroups.groups.map((group) => {
        const { at, requestId, journalId, seq } = group.last;
        return { ...group, last: { at, requestId, journalId, seq } };
      }),
    });
  }
});

testHere("a call is found by its ID alone", async () => {
  const [{ seq }] = records.filter(({ call }) => call.caller.userId === "bob" && call.status === 200) as [
    (typeof records)[number],
  ];
  const search = (userId: string, filter: CallFilter) =>
    Promise.all(
      [inClickhouse, inDatabase].map((log) => log.search({ userIds: [userId] }, filter, range, 0, 10)),
    );
  const id = { journalId, seq };
  for (const [userId, filter, expected] of [
    ["bob", { id }, [seq]],
    ["bob", { id, status: "404" }, []],
    ["bob", { id: { journalId, seq: calls.length + 1 } }, []],
    ["bob", { id: { journalId: "f".repeat(32), seq } }, []],
    ["ada", { id }, []],
  ] as const) {
    const [found, inTables] = await search(userId, filter);
    expect({ ...found, calls: plain(found!.calls) }).toEqual({
      ...inTables!,
      calls: plain(inTables!.calls),
    });
    expect(found!.calls.map((call) => call.seq)).toEqual([...expected]);
  }
});

testHere("a product's calls are replayed as from the database", async () => {
  const read = async (log: CallLog) => {
    const all: LoggedCall[] = [];
    for await (const some of log.productCalls("trial", range.from, range.to)) all.push(...some);
    return plain(all);
  };
  const found = await read(inClickhouse);
  expect(found).toHaveLength(calls.length);
  expect(found).toEqual(await read(inDatabase));
  expect(await inClickhouse.oldest()).toBe((await inDatabase.oldest())!);
});

testHere("an amended call has its final figures and stays one call", async () => {
  const [record] = records.filter(({ call }) => call.caller.userId === "eve");
  const { seq, call } = record!;
  const { credits, responseBytes, apiMicros, serviceMicros } = call;
  const before = { credits, responseBytes, apiMicros, serviceMicros };
  const rows = new CallRows(journalId);
  const final = { ...call, responseBytes: 5, apiMicros: 6, serviceMicros: 7, requestBytes: 8 };
  rows.add({ seq: 5000, call: { ...final, credits: 0, amends: seq, before } });
  await store.insert(rows, "amendment");
  const found = await inClickhouse.search({ userIds: ["eve"] }, { requestId: call.requestId }, range, 0, 5);
  const expected = await inDatabase.search({ userIds: ["eve"] }, { requestId: call.requestId }, range, 0, 5);
  const figures = { responseBytes: 5, apiMicros: 6, serviceMicros: 7, requestBytes: 8 };
  expect(plain(found.calls)).toEqual(plain(expected.calls).map((one) => ({ ...one, ...figures })));
});

testHere("a user's addresses are removed, those of others stay", async () => {
  await inClickhouse.blankAddresses("ada");
  const [ada, bob] = [
    await inClickhouse.page({ userIds: ["ada"] }, range, 0, 1000),
    await inClickhouse.page({ userIds: ["bob"] }, range, 0, 1000),
  ];
  expect(new Set(ada.calls.map(({ labels }) => labels.address))).toEqual(new Set([""]));
  expect(bob.calls.every(({ labels }) => labels.address !== "")).toBe(true);
});

testHere("a journal's calls are those of the database, in the order of their seqs", async () => {
  const { database } = service.app;
  await openJournal(database, {
    journalId,
    node: "n",
    place: "p",
    at: testStart,
    appliedSeq: 3000,
    elsewhere: true,
  });
  const all = async (log: CallLog, span: JournalSpan) => {
    const found: LoggedCall[] = [];
    for await (const part of log.journalCalls(span)) found.push(...part);
    // What proofs need of a call, which no amendment changes.
    return found.map(({ seq, at, caller, labels, requestId, url }) => {
      const { operation, status, credits, method } = labels;
      return { seq, at, id: caller.subscriptionId, operation, status, credits, method, requestId, url };
    });
  };
  const since = testStart - minute;
  for (const [after, to, caller] of [
    [0, 3000, undefined],
    [17, 1500, accounts[0]],
    [2999, 3000, accounts[1]],
    [64, 64, undefined],
  ] as const) {
    const span = { journalId, after, to, since, caller };
    const [found, expected] = await Promise.all([all(inClickhouse, span), all(inDatabase, span)]);
    expect(found).toEqual(expected);
    const own = records.filter(({ seq, call }) => {
      const isIn = seq > after && seq <= to;
      return isIn && (!caller || call.caller.subscriptionId === caller.subscriptionId);
    });
    expect(found.map(({ seq }) => seq)).toEqual(own.map(({ seq }) => seq));
  }
  for (const at of [0, 1, 60, 200, 400].map((minutes) => testStart + minutes * minute)) {
    const span = { journalId, after: 10, to: 2900, since: at };
    const expected = await inDatabase.lastSeqBefore(span);
    expect([at, await inClickhouse.lastSeqBefore(span)]).toEqual([at, expected]);
  }
});
