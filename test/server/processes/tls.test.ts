import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { install, presented, settingsOf } from "./tls-service.ts";

/**
 * Starts four callers on kept-alive connections; the returned function stops them and resolves to their
 * responses.
 */
function startCallers({ port }: ServiceProcess): () => Promise<unknown[]> {
  let over = false;
  const answers = new Set<unknown>();
  const caller = async () => {
    for (; !over; await Bun.sleep(5))
      answers.add(
        await fetch(`https://127.0.0.1:${port}/livez`, { tls: { rejectUnauthorized: false } }).then(
          async (response) => (await response.text()) && response.status,
          String,
        ),
      );
  };
  const all = Promise.all(Array.from({ length: 4 }, caller));
  return async () => {
    over = true;
    await all;
    return [...answers];
  };
}

test("SIGHUP renews the certificate without losing connections and rejects a bad one", async () => {
  const { folder, remove } = newFolder();
  install(folder, "first");
  const service = await startProcess(folder, settingsOf(folder));
  expect(await presented(service)).toBe("first.vingate.test");
  const response = await fetch(`https://127.0.0.1:${service.port}/identity`, {
    tls: { rejectUnauthorized: false },
  });
  expect(((await response.json()) as { links: { openapi: string } }).links.openapi).toBe(
    `https://127.0.0.1:${service.port}/openapi.json`,
  );

  const stopCallers = startCallers(service);
  install(folder, "second");
  service.signal("SIGHUP");
  await until(() => service.events("certificate loaded").length === 2, "the certificate is loaded");
  // For two seconds both listeners accept connections, while those of the former one get `Connection: close`.
  await until(async () => {
    for (let times = 0; times < 10; times++)
      if ((await presented(service)) !== "second.vingate.test") return false;
    return true;
  }, "ten connections in a row get the new certificate");
  expect(await stopCallers()).toEqual([200]);

  install(folder, "first", "second");
  service.signal("SIGHUP");
  await until(
    () => service.events("certificate not renewed; the current one stays in use").length === 1,
    "the certificate is rejected",
  );
  expect(await presented(service)).toBe("second.vingate.test");
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  expect(service.output()).not.toContain("PRIVATE KEY");
  remove();
}, 180_000);

test("an unusable certificate ends the start without printing the key", async () => {
  const { folder, remove } = newFolder();
  const settings = settingsOf(folder);
  const [cert, key] = [settings.VINGATE_TLS_CERT, settings.VINGATE_TLS_KEY];
  const refused = (why: string, more = settings) =>
    expect(startProcess(folder, more)).rejects.toThrow(
      new RegExp(`ended with [12]: vingate[^\\n]*:\\s+${why}\\n$`),
    );
  await refused(`VINGATE_TLS_CERT: ${cert} cannot be read: ENOENT`);
  await refused(`VINGATE_TLS_CERT: ${cert} cannot be read: ENOENT`, settingsOf(folder, 2));
  install(folder, "first", "second");
  await refused(`VINGATE_TLS_KEY: ${key} is not the key of the certificate in ${cert}`);
  writeFileSync(key, "no key");
  await refused(`VINGATE_TLS_KEY: ${key} holds no private key in PEM form, or one with a passphrase`);
  writeFileSync(cert, "no certificate");
  await refused(`VINGATE_TLS_CERT: ${cert} holds no certificate in PEM form`);
  const { VINGATE_TLS_KEY: _, ...one } = settings;
  await refused("VINGATE_TLS_CERT and VINGATE_TLS_KEY must be set together", one as typeof settings);
  remove();
}, 180_000);
