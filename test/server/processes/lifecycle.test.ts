import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { call, readFirstRun } from "./lifecycle-calls.ts";

test("first-run credentials work, are private and are not logged", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder);
  const made = readFirstRun(folder);
  expect(Object.keys(made)).toEqual([
    "operator_email",
    "operator_password",
    "operator_token",
    "client_token",
    "console_url",
  ]);
  expect(statSync(join(folder, "first-run.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "master.key")).mode & 0o777).toBe(0o600);
  const signedIn = await call(
    `${service.url}/auth/signin`,
    "POST",
    { authorization: made.client_token },
    {
      email: made.operator_email,
      password: made.operator_password,
    },
  );
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.user).toMatchObject({ role: "operator" });
  // Without a terminal, all output is a log.
  for (const secret of [made.operator_password, made.operator_token, made.client_token])
    expect(service.output()).not.toContain(secret);
  expect(service.output()).toContain(
    `A new installation. Its credentials are in ${join(folder, "first-run.json")}, which only this user can read.`,
  );
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 180_000);

test("SIGTERM lets a request in flight complete", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, { VINGATE_DRAIN_SECONDS: "3" });
  const client = { authorization: readFirstRun(folder).client_token };
  // Verifying a password takes long enough for the signal to arrive before the response.
  const answer = call(`${service.url}/auth/signin`, "POST", client, {
    email: "no@example.com",
    password: "x",
  });
  const leaving = async () => {
    for (; ; await Bun.sleep(5)) {
      const got = await call(`${service.url}/readyz`, "GET", {});
      if (got.headers.get("connection") === "close") return got.status;
    }
  };
  // Requests keep arriving: the service closes its port three seconds after the signal.
  const readiness = leaving();
  // The sign-in has arrived when a later request is answered.
  expect((await call(`${service.url}/livez`, "GET", {})).status).toBe(200);
  service.signal("SIGTERM");
  expect(await readiness).toBe(503);
  expect((await answer).status).toBe(401);
  expect(await service.exited).toBe(0);
  expect(service.output()).toContain('"event":"stopped"');
  remove();
}, 180_000);

test("a stopping service answers new connections for its time to drain", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, { VINGATE_DRAIN_SECONDS: "4" });
  const status = (path: string) =>
    fetch(`${service.url}${path}`, { headers: { connection: "close" } }).then(
      (response) => response.status,
      () => 0,
    );
  service.signal("SIGTERM");
  const signalled = performance.now();
  await until(async () => (await status("/readyz")) === 503, "the balancer sees that it stops");
  const answers = new Set<number>();
  // The port closes after the four seconds, never before; a busy machine may connect late.
  for (; performance.now() - signalled < 2000; await Bun.sleep(5)) answers.add(await status("/livez"));
  expect([...answers]).toEqual([200]);
  expect(await service.exited).toBe(0);
  remove();
}, 180_000);

test("SIGINT stops the service like SIGTERM", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder);
  service.signal("SIGINT");
  expect(await service.exited).toBe(0);
  expect(service.events("stopping")).toMatchObject([{ reason: "SIGINT" }]);
  remove();
}, 180_000);

test("an unknown setting ends the start and suggests the right one", async () => {
  const { folder, remove } = newFolder();
  const failed = startProcess(folder, { VINGATE_PROT: "1", VINGATE_LOG: "xml" });
  await expect(failed).rejects.toThrow(
    /ended with 2: [\s\S]*VINGATE_PROT is not a setting; did you mean VINGATE_PORT\?\n {2}VINGATE_LOG must be one of auto, json, pretty, not "xml"/,
  );
  remove();
});
