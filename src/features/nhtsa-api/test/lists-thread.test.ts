import { afterAll, beforeAll, expect, test } from "bun:test";
import { kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { testPack } from "../../../../test/vin/shared-pack.ts";
import { ApiError } from "../../../http/errors.ts";
import { allLists } from "../all-lists.ts";
import { ListsThread, readList } from "../lists-thread.ts";
import type { ListRequest } from "../lists-worker.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService(kinds[0]);
}, 180_000);
afterAll(() => service.end());

const pack = await testPack();
const { registry } = pack;
const request = (name: string, query: ListRequest["query"] = {}): ListRequest => ({
  list: allLists.findIndex((list) => list.name === name),
  query,
  format: "csv",
  today: "2026-11-21",
});
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);
const typesOfHonda = request("GetVehicleTypesForMakeId", { make_id: "474" });

test("other work is done while the first list is made", async () => {
  let ticks = 0;
  const tick = () => {
    ticks += 1;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  // A pack of its own: other files of this process may have read the lists of the shared one.
  const makes = await readList({ ...pack }, "a", request("GetAllMakes"));
  clearImmediate(next);
  expect(textOf(makes).split("\r\n").length).toBeGreaterThan(10_000);
  // Made in this thread, the whole list would take a handful of ticks.
  expect(ticks).toBeGreaterThan(100);
});

test("a list is answered whole", async () => {
  const { key } = await signUp(service);
  const got = await service.ask("GET", "/vehicles/GetAllMakes?format=json", {
    headers: { "x-AuthKey": key },
  });
  expect(got.status).toBe(200);
  const { Count, Results } = got.body as { Count: number; Results: object[] };
  expect([Count, Results.length > 10_000]).toEqual([Results.length, true]);
});

test("concurrent requests each receive their own list", async () => {
  const thread = new ListsThread(registry);
  const [types, none, variables] = await Promise.all([
    thread.read("a", typesOfHonda),
    thread.read("a", request("GetVehicleTypesForMakeId", { make_id: "0" })),
    thread.read("a", request("GetVehicleVariableList")),
  ]);
  expect(textOf(types)).toStartWith("vehicletypeid,vehicletypename\r\n1,Motorcycle\r\n2,Passenger Car\r\n");
  expect(textOf(none)).toBe("vehicletypeid,vehicletypename\r\n");
  expect(textOf(variables)).toStartWith("id,name,groupname,datatype,description\r\n");
});

test("concurrent requests for one list share what is written once", async () => {
  const thread = new ListsThread(registry);
  const bodies = new Set(await Promise.all(Array.from({ length: 40 }, () => thread.read("a", typesOfHonda))));
  expect(bodies.size).toBe(1);
  bodies.add(await thread.read("a", typesOfHonda));
  expect(bodies.size).toBe(2);
});

test("accounts take turns, and one may have a hundred lists waiting", async () => {
  const thread = new ListsThread(registry);
  const read = (account: string, make: number) =>
    thread.read(account, request("GetVehicleTypesForMakeId", { make_id: `${make}` }));
  const ended: string[] = [];
  const flood = Array.from({ length: 150 }, (_, make) =>
    read("a", make + 1000).then(
      () => ended.push("a"),
      ({ code }: ApiError) => code,
    ),
  );
  await read("b", 474).then(() => ended.push("b"));
  // Two are with the thread already, and a turn of the first account's comes before.
  expect(ended.indexOf("b")).toBeLessThanOrEqual(3);
  const refused = (await Promise.all(flood)).filter((one) => one === "rate_limited");
  expect(refused.length).toBe(48);
});

test("an idle thread ends, and the next request starts another", async () => {
  const thread = new ListsThread(registry, 1);
  const first = textOf(await thread.read("a", typesOfHonda));
  expect(thread.running).toBe(true);
  await until(() => !thread.running, "the idle thread ends");
  expect(textOf(await thread.read("a", typesOfHonda))).toBe(first);
});

test("a damaged registry fails the pending requests", async () => {
  const thread = new ListsThread(new Uint8Array(8));
  await expect(thread.read("a", typesOfHonda)).rejects.toThrow("the thread of vPIC's lists failed");
  expect(thread.running).toBe(false);
});

test("a list that is not ready in time is 503", async () => {
  const thrown = await readList(pack, "a", typesOfHonda, 0).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ApiError);
  const { code, detail, extra } = thrown as ApiError;
  expect({ code, detail, extra }).toEqual({
    code: "unavailable",
    detail: "vPIC's lists are being prepared. Nothing was charged. Retry.",
    extra: { headers: { "retry-after": "1" } },
  });
  const body = await until(
    () => readList(pack, "a", typesOfHonda).catch(() => undefined),
    "the list is ready",
  );
  expect(textOf(body)).toStartWith("vehicletypeid,vehicletypename\r\n1,Motorcycle\r\n");
});
