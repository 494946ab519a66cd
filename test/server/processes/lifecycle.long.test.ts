import { expect, test } from "bun:test";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { call, readFirstRun } from "./lifecycle-calls.ts";

test("a restart after kill -9 loses no account and no charge", async () => {
  const { folder, remove } = newFolder();
  const first = await startProcess(folder, {}, "ready");
  const client = { authorization: readFirstRun(folder).client_token };
  const credentials = { email: "ada@example.com", password: "a good password" };
  const names = { first_name: "Ada", last_name: "Byron" };
  const made = await call(`${first.url}/auth/signup`, "POST", client, { ...credentials, ...names });
  const { primary_key: key } = made.body.keys as unknown as { primary_key: string };

  let acknowledged = 0;
  const calls = Array.from({ length: 14 }, async () => {
    const got = await call(`${first.url}/vin-decoder/1HGCM82633A004352`, "GET", { "x-AuthKey": key }).catch(
      () => undefined,
    );
    if (got?.status !== 200) return;
    acknowledged += 1;
    if (acknowledged === 7) first.signal("SIGKILL");
  });
  await Promise.all(calls);
  await first.exited;
  expect(acknowledged).toBeGreaterThanOrEqual(7);

  const second = await startProcess(folder, {}, "ready");
  await until(() => second.events("journal recovered").length === 1, "answered calls are charged");
  const root = await call(`${second.url}/`, "GET", { "api-key": key });
  const { used, remaining } = root.body.credits as unknown as { used: number; remaining: number };
  expect(used).toBeGreaterThanOrEqual(acknowledged);
  expect(used).toBeLessThanOrEqual(14);
  expect(used + remaining).toBe(15);
  const session = await call(`${second.url}/auth/signin`, "POST", client, credentials);
  expect(session.status).toBe(200);
  second.signal("SIGTERM");
  expect(await second.exited).toBe(0);
  remove();
}, 120_000);

test("a stopped first start is resumed and completes demo data and customer", async () => {
  const { folder, remove } = newFolder();
  const stopped = await startProcess(folder, { VINGATE_DEMO: "auto" });
  await until(() => stopped.events("preparing the vehicle data").length > 0, "the VIN data are compiled");
  stopped.signal("SIGTERM");
  expect(await stopped.exited).toBe(0);
  expect(stopped.events("ready")).toEqual([]);
  const service = await startProcess(folder, { VINGATE_DEMO: "auto" }, "ready");
  const made = readFirstRun(folder);
  expect(Object.keys(made)).toEqual([
    "operator_email",
    "operator_password",
    "operator_token",
    "client_token",
    "demo_user_email",
    "demo_user_password",
    "demo_key",
    "console_url",
  ]);
  const key = { "x-AuthKey": made.demo_key ?? "" };
  const got = await call(`${service.url}/us-plate-decode/DEMO123/CA`, "GET", key);
  expect([got.status, got.headers.get("x-data-source"), got.headers.get("x-credits-remaining")]).toEqual([
    200,
    "demo",
    "unlimited",
  ]);
  const session = await call(
    `${service.url}/auth/signin`,
    "POST",
    { authorization: made.client_token },
    {
      email: made.demo_user_email,
      password: made.demo_user_password,
    },
  );
  expect(session.status).toBe(200);
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 120_000);
