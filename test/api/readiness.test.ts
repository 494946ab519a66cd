import { expect, test } from "bun:test";
import { freezable } from "../freezable-database.ts";
import { ask, kinds, signUp, startService } from "../harness.ts";
import { until } from "../until.ts";

/** A service with this setting whose database has answered a lookup, and refuses everything since. */
async function withoutDatabase(seconds: string) {
  const fresh = await kinds[0]!.fresh();
  const database = freezable(await fresh.open());
  const service = await startService(kinds[0]!, { VINGATE_READY_WITHOUT_DATABASE: seconds }, { database });
  const { key } = await signUp(service);
  const look = async () => {
    const headers = { "x-AuthKey": key };
    return (await ask(service.serve, "GET", "/vin-decoder/1HGCM82633A004352", { headers })).status;
  };
  expect(await look()).toBe(200);
  database.refuse();
  const ready = () => ask(service.serve, "GET", "/readyz", {});
  const end = async () => {
    database.thaw();
    await until(async () => (await ready()).status === 200, "the node is ready again");
    await service.end();
    await fresh.end();
  };
  return { service, look, ready, end };
}

test("a node stays ready without the database while leases answer", async () => {
  const { service, look, ready, end } = await withoutDatabase("3600");
  expect((await ready()).body).toEqual({ status: "ok" });
  expect(await look()).toBe(200);
  expect((await ask(service.serve, "GET", "/health", {})).status).toBe(503);
  await end();
});

for (const seconds of ["0", "1"])
  test(`a node is not ready after ${seconds} seconds without the database`, async () => {
    const { service, ready, end } = await withoutDatabase(seconds);
    const refused = await until(async () => {
      const got = await ready();
      return got.status === 503 && (got.body as { detail: string }).detail;
    }, "the node is not ready");
    expect(refused).toBe("The database is unavailable.");
    // A probe is no refused call.
    const refusals = () => service.logged.filter((line) => line.includes("calls are refused with 503"));
    expect(refusals()).toEqual([]);
    const { status } = await ask(service.serve, "GET", "/.well-known/acme-challenge/abc", {});
    expect(status).toBe(503);
    expect(refusals()).toHaveLength(1);
    await end();
  });
