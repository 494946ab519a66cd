import { afterAll, beforeAll, expect, test } from "bun:test";
import { signedIn } from "../callers.ts";
import { signUp, startService, type TestService } from "../harness.ts";
import { goodVin, unknownVin } from "../subscribers.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.end());

const decode = (vin: string, query = "", headers = service.operatorHeaders) =>
  service.ask("GET", `/decode/${vin}${query}`, { headers });

test("an operator gets the paid answer free, without a recorded call", async () => {
  const account = await signUp(service);
  const paid = await service.ask("GET", `/oem-vin-decode/${goodVin}?explain=true`, {
    headers: { "x-authkey": account.key },
  });
  const free = await decode(goodVin);
  expect([free.status, free.body, free.headers.get("x-data-source")]).toEqual([
    200,
    paid.body,
    paid.headers.get("x-data-source"),
  ]);
  const log = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
  expect((log.body as { total: number }).total).toBe(1);
});

test("the model year is taken, and faults are refused", async () => {
  const older = await decode("1HGCM82633A004352", "?year=2003");
  expect(older.status).toBe(200);
  expect([(await decode(unknownVin)).status, (await decode("short")).status]).toEqual([404, 422]);
});

test("only operators decode free", async () => {
  const headers = await signedIn(service, await signUp(service));
  expect([(await decode(goodVin, "", headers)).status, (await decode(goodVin, "", {})).status]).toEqual([
    403, 401,
  ]);
});
