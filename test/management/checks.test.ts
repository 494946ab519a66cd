import { afterAll, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs } from "../../src/base/durations.ts";
import { type Finding, type Inspected, ok, runChecks } from "../../src/running/check.ts";
import { allChecks } from "../all-checks.ts";
import { find, inspected as inspect, stateOf } from "./checked.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inspected = (settings: Record<string, string> = {}, more: Partial<Inspected> = {}) =>
  inspect({ VINGATE_DATA_DIR: folder, ...settings }, more);

test("every finding but a good one says what to do", async () => {
  const results = await runChecks(allChecks, inspected());
  expect(results.map(({ name }) => name)).toEqual(allChecks.map(({ name }) => name));
  for (const { name, state, found, advice } of results) {
    expect([name, found.length > 2 && !found.endsWith(".")]).toEqual([name, true]);
    expect([name, (advice === null) === (state === "ok")]).toEqual([name, true]);
  }
});

test("a check that fails is a warning", async () => {
  const failing = { name: "broken", run: () => Promise.reject(new Error("out of order")) };
  const slow = { name: "slow", run: () => new Promise<Finding>(() => undefined), milliseconds: 1 };
  expect(await runChecks([failing, slow], inspected())).toEqual([
    {
      name: "broken",
      state: "warning",
      found: "Not checked: out of order",
      advice: "See the log, and run the checks again.",
    },
    {
      name: "slow",
      state: "warning",
      found: "Not checked: it took too long",
      advice: "See the log, and run the checks again.",
    },
  ]);
});

const hosts = { VINGATE_HOST: "0.0.0.0", VINGATE_PUBLIC_URL: "https://api.example.com" };
const proxied = { VINGATE_PUBLIC_URL: "https://api.example.com" };

test("more workers than cores are a warning", async () => {
  const withWorkers = (workers: number) =>
    inspected({
      VINGATE_WORKERS: String(workers),
      VINGATE_DATABASE_URL: "postgres://localhost/v",
      VINGATE_MASTER_KEY: "0".repeat(64),
    });
  expect(await find("settings", withWorkers(5))).toEqual({
    state: "warning",
    found: "5 workers share 4 cores, and answer fewer calls than 4 workers",
    advice: "Set VINGATE_WORKERS to at most 4.",
  });
  expect(await stateOf("settings", withWorkers(4))).toBe("ok");
});

test.each([
  ["settings", {}, "ok"],
  ["settings", { VINGATE_PORT: "tcp://10.0.0.1:80" }, "warning"],
  ["settings", { VINGATE_WORKERS: "9" }, "warning"],
  ["public URL", {}, "ok"],
  ["public URL", hosts, "ok"],
  ["public URL", { ...hosts, VINGATE_PUBLIC_URL: "http://api.example.com" }, "warning"],
  ["public URL", { VINGATE_HOST: "0.0.0.0" }, "fault"],
  ["public URL", { VINGATE_HOST: "0.0.0.0", VINGATE_PUBLIC_URL: "http://localhost:8080" }, "fault"],
  ["public URL", proxied, "fault"],
  ["public URL", { ...proxied, VINGATE_TRUSTED_PROXIES: "127.0.0.1" }, "ok"],
  ["proxies", { VINGATE_TRUSTED_PROXIES: "127.0.0.1" }, "ok"],
  ["proxies", { VINGATE_TRUSTED_PROXIES: "0.0.0.0/0" }, "fault"],
  ["proxies", { VINGATE_TRUSTED_PROXIES: "::/0" }, "fault"],
  ["disk", { VINGATE_DISK_RESERVE: "0" }, "ok"],
  ["disk", { VINGATE_DISK_RESERVE: "900T" }, "fault"],
  ["files", {}, "ok"],
  ["files", { VINGATE_DATA_DIR: join(folder, "missing") }, "fault"],
  ["certificate", {}, "ok"],
  [
    "certificate",
    { VINGATE_TLS_CERT: join(folder, "no.pem"), VINGATE_TLS_KEY: join(folder, "no.key") },
    "fault",
  ],
] as const)("%s with %p: %s", async (name, settings, state) => {
  expect(await stateOf(name, inspected(settings))).toBe(state);
});

test("files with secrets that others can read are named", async () => {
  const file = join(folder, "first-run.json");
  writeFileSync(file, "{}", { mode: 0o600 });
  expect(await stateOf("files", inspected())).toBe("ok");
  chmodSync(file, 0o640);
  expect(await find("files", inspected())).toEqual({
    state: "fault",
    found: `Others can read ${file}`,
    advice: `Run chmod 600 "${file}".`,
  });
  rmSync(file);
  const database = join(folder, "vingate.db");
  writeFileSync(database, "", { mode: 0o644 });
  chmodSync(folder, 0o755);
  expect(await stateOf("files", inspected())).toBe("warning");
  chmodSync(folder, 0o700);
  expect(await stateOf("files", inspected())).toBe("ok");
  rmSync(database);
});

test("folders that the service could not use are named", async () => {
  const imports = join(folder, "imports");
  mkdirSync(imports);
  if (process.getuid?.() === 0) {
    chownSync(imports, 1234, 1234);
    expect(await find("files", inspected())).toEqual({
      state: "fault",
      found: `${imports} belongs to another user than ${folder}: the service may not be able to use it`,
      advice: `Run chown -R --reference="${folder}" "${folder}".`,
    });
  } else {
    chmodSync(imports, 0o500);
    expect((await find("files", inspected())).found).toBe(`${imports} cannot be written`);
    chmodSync(imports, 0o700);
  }
  rmSync(imports, { recursive: true });
});

test("a certificate is checked for its key and its time", async () => {
  const certificates = join(import.meta.dir, "..", "server", "processes", "certificates");
  const [tlsCert, tlsKey] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const install = (key: string) => {
    copyFileSync(join(certificates, "first.crt"), tlsCert);
    copyFileSync(join(certificates, `${key}.key`), tlsKey);
    chmodSync(tlsKey, 0o600);
  };
  install("first");
  const { validTo } = new X509Certificate(readFileSync(tlsCert));
  const settings = { VINGATE_TLS_CERT: tlsCert, VINGATE_TLS_KEY: tlsKey };
  const before = (days: number) => inspected(settings, { clock: () => Date.parse(validTo) - days * dayMs });
  expect(await find("certificate", before(20))).toEqual(ok(`It is valid until ${validTo}`));
  expect(await find("certificate", before(10))).toEqual({
    state: "warning",
    found: `It expires on ${validTo}`,
    advice: "Renew it, and send SIGHUP to the service.",
  });
  expect(await stateOf("certificate", before(-1))).toBe("fault");
  const domain = { VINGATE_ACME_DOMAIN: "api.example.com", VINGATE_HOST: "0.0.0.0" };
  expect(await find("certificate", inspected(domain))).toMatchObject({
    state: "warning",
    found: "The authority has issued none yet for api.example.com",
  });
  install("second");
  expect((await find("certificate", before(20))).found).toBe(`${tlsKey} is not the key of ${tlsCert}`);
});

test("ClickHouse is asked if it keeps single calls", async () => {
  expect(await find("single calls", inspected())).toEqual(ok("The database keeps them"));
  let status = 200;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(status === 200 ? '{"version":"26.7"}\n' : "no space left", { status }),
  });
  const at = inspected({ VINGATE_CLICKHOUSE_URL: `${server.url}calls` });
  const place = `127.0.0.1:${server.port}`;
  expect(await find("single calls", at)).toEqual(ok(`ClickHouse 26.7 at ${place} keeps them`));
  status = 500;
  expect(await find("single calls", at)).toMatchObject({
    state: "fault",
    found: expect.stringContaining(place),
    advice: "Check ClickHouse and VINGATE_CLICKHOUSE_URL. Until then calls wait in the journals.",
  });
  await server.stop(true);
  expect(await stateOf("single calls", at)).toBe("fault");
});
