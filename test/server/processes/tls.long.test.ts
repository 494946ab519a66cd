import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { install, presented, settingsOf } from "./tls-service.ts";

test("several workers serve TLS and restart with the new certificate", async () => {
  const { folder, remove } = newFolder();
  install(folder, "first");
  const service = await startProcess(folder, settingsOf(folder, 2), "ready");
  expect(await presented(service)).toBe("first.vingate.test");
  install(folder, "second");
  service.signal("SIGHUP");
  await until(() => service.events("workers restarted").length === 1, "the workers are restarted");
  for (let times = 0; times < 10; times++) expect(await presented(service)).toBe("second.vingate.test");
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 180_000);

test("a SIGHUP during a renewal is followed by another renewal", async () => {
  const { folder, remove } = newFolder();
  install(folder, "first");
  const service = await startProcess(folder, settingsOf(folder, 2), "ready");
  service.signal("SIGHUP");
  await until(() => service.events("restarting workers").length === 1, "the renewal begins");
  install(folder, "second");
  service.signal("SIGHUP");
  service.signal("SIGHUP");
  await until(() => service.events("workers restarted").length === 2, "the workers are restarted twice");
  for (let times = 0; times < 10; times++) expect(await presented(service)).toBe("second.vingate.test");
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 180_000);

test("killed workers are replaced with the last usable certificate", async () => {
  const { folder, remove } = newFolder();
  install(folder, "first");
  const service = await startProcess(folder, settingsOf(folder, 2), "ready");
  writeFileSync(join(folder, "tls.crt"), "no certificate");
  for (const { pid } of service.events("worker started")) process.kill(Number(pid), "SIGKILL");
  await until(() => service.events("ready").length === 4, "both workers are replaced");
  for (let times = 0; times < 10; times++) expect(await presented(service)).toBe("first.vingate.test");
  const unusable = service.events("certificate not usable; the last usable one stays in use");
  expect(unusable.map(({ error }) => error)).toEqual(
    [1, 2].map(() => `OperatorError: VINGATE_TLS_CERT: ${folder}/tls.crt holds no certificate in PEM form`),
  );
  install(folder, "second");
  service.signal("SIGHUP");
  await until(() => service.events("workers restarted").length === 1, "the workers are restarted");
  for (let times = 0; times < 10; times++) expect(await presented(service)).toBe("second.vingate.test");
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  expect(service.output()).not.toContain("PRIVATE KEY");
  remove();
}, 180_000);
