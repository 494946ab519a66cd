import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, spawnProcess, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";

test("a port in use ends the start", async () => {
  const { folder, remove } = newFolder();
  const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const failed = startProcess(folder, { VINGATE_WORKERS: "2", VINGATE_PORT: String(taken.port) });
  await expect(failed).rejects.toThrow(
    new RegExp(
      `ended with 1: [\\s\\S]*another program listens on port ${taken.port} of 127.0.0.1: stop it, or`,
    ),
  );
  taken.stop(true);
  remove();
}, 180_000);

test("a first worker that fails ends the service with its code", async () => {
  const { folder, remove } = newFolder();
  // Credentials without their database: the first worker finds that it is lost.
  writeFileSync(join(folder, "first-run.json"), "{}", { mode: 0o600 });
  const failed = startProcess(folder, { VINGATE_WORKERS: "2" });
  await expect(failed).rejects.toThrow(/ended with 1: [\s\S]*contains the credentials of an installation/);
  remove();
}, 180_000);

test("a start waits for a port until it is free", async () => {
  const { folder, remove } = newFolder();
  const leaving = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  await placeTestPack(folder);
  const service = spawnProcess(folder, { VINGATE_PORT: String(leaving.port) });
  await until(() => service.events("waiting for the port").length > 0, "the service waits for the port");
  leaving.stop(true);
  await until(() => service.events("listening").length > 0, "the service listens");
  expect(service.events("waiting for the port")).toMatchObject([{ port: leaving.port }]);
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 180_000);

test("the error names an address that this machine does not have", async () => {
  const { folder, remove } = newFolder();
  const failed = startProcess(folder, { VINGATE_HOST: "203.0.113.1", VINGATE_PORT: "18080" });
  await expect(failed).rejects.toThrow(
    /ended with 1: vingate serve: VINGATE_HOST 203.0.113.1 is no address of this/,
  );
  remove();
});
