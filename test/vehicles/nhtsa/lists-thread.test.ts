import { afterAll, beforeAll, expect, test } from "bun:test";
import { allLists } from "../../../src/vehicles/nhtsa/all-lists.ts";
import { ListsThread } from "../../../src/vehicles/nhtsa/lists-thread.ts";
import type { ListQuestion } from "../../../src/vehicles/nhtsa/lists-worker.ts";
import { kinds, signUp, startService, type TestService } from "../../harness.ts";
import { until } from "../../until.ts";
import { testPack } from "../../vin/shared-pack.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService(kinds[0]);
}, 30_000);
afterAll(() => service.end());

const { registry } = await testPack();
const question = (name: string, asked: ListQuestion["asked"] = {}): ListQuestion => ({
  list: allLists.findIndex((list) => list.name === name),
  asked,
  format: "csv",
  today: "2026-11-21",
});
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);
const typesOfHonda = question("GetVehicleTypesForMakeId", { make_id: "474" });

test("others are answered while the first list is read and written", async () => {
  const { key } = await signUp(service);
  let turns = 0;
  const turn = () => {
    turns += 1;
    looking = setImmediate(turn);
  };
  let looking = setImmediate(turn);
  const got = await service.ask("GET", "/vehicles/GetAllMakes?format=json", {
    headers: { "x-AuthKey": key },
  });
  clearImmediate(looking);
  expect(got.status).toBe(200);
  const { Count, Results } = got.body as { Count: number; Results: object[] };
  expect([Count, Results.length > 10_000]).toEqual([Results.length, true]);
  // Made in this thread, the whole list would take a handful of turns.
  expect(turns).toBeGreaterThan(100);
});

test("questions that come together are answered each with its own list", async () => {
  const thread = new ListsThread(registry);
  const [types, none, variables] = await Promise.all([
    thread.ask(typesOfHonda),
    thread.ask(question("GetVehicleTypesForMakeId", { make_id: "0" })),
    thread.ask(question("GetVehicleVariableList")),
  ]);
  expect(textOf(types)).toStartWith("vehicletypeid,vehicletypename\r\n1,Motorcycle\r\n2,Passenger Car\r\n");
  expect(textOf(none)).toBe("vehicletypeid,vehicletypename\r\n");
  expect(textOf(variables)).toStartWith("id,name,groupname,datatype,description\r\n");
});

test("a thread that nobody asks ends, and whoever asks next is answered by another", async () => {
  const thread = new ListsThread(registry, 1);
  const first = textOf(await thread.ask(typesOfHonda));
  expect(thread.running).toBe(true);
  await until(() => !thread.running, "the idle thread ends");
  expect(textOf(await thread.ask(typesOfHonda))).toBe(first);
});

test("a registry that cannot be read fails the questions of that moment", async () => {
  const thread = new ListsThread(new Uint8Array(8));
  await expect(thread.ask(typesOfHonda)).rejects.toThrow("the thread of vPIC's lists has failed");
  expect(thread.running).toBe(false);
});
