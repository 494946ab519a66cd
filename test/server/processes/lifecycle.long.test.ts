import { expect, test } from "bun:test";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { call, readFirstRun } from "./lifecycle-calls.ts";

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
