import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import { freePort, newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { hasPebble, type Pebble, startPebble } from "./pebble.ts";

if (!hasPebble) console.error("skipped: certificates by ACME; npm run test:install installs Pebble");

const names = "api.example.com,www.example.com";

/** Who issued the certificate that a new connection receives, and for which names. */
function presented(port: number): Promise<{ issuer: string; names: string }> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", servername: "api.example.com", rejectUnauthorized: false };
    const socket = connect(options, () => {
      const { issuer, subjectaltname } = socket.getPeerCertificate();
      resolve({ issuer: String(issuer.CN).replace(/ [0-9a-f]{6}$/, ""), names: String(subjectaltname) });
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

const issued = {
  issuer: "Pebble Intermediate CA",
  names: "DNS:api.example.com, DNS:www.example.com",
};
const temporary = { issuer: "Vingate temporary certificate", names: issued.names };

describe.skipIf(!hasPebble)("a certificate by ACME", () => {
  const { folder: pebbleFolder, remove: removePebble } = newFolder();
  const httpPort = freePort();
  let pebble: Pebble;
  beforeAll(async () => {
    pebble = await startPebble(pebbleFolder, httpPort);
  });
  afterAll(() => {
    pebble.stop();
    removePebble();
  });

  const settings = (port: number, more: Record<string, string> = {}): Record<string, string> => ({
    VINGATE_ACME_DOMAIN: names,
    VINGATE_ACME_DIRECTORY: pebble.directory,
    VINGATE_ACME_HTTP_PORT: String(port),
    NODE_EXTRA_CA_CERTS: pebble.ca,
    ...more,
  });

  async function end(service: ServiceProcess): Promise<void> {
    service.signal("SIGTERM");
    expect(await service.exited).toBe(0);
  }

  const isPresented = async (port: number) => (await presented(port)).issuer === issued.issuer;

  test("is obtained, kept, and used by the next start", async () => {
    const { folder, remove } = newFolder();
    const service = await startProcess(folder, settings(httpPort));
    await until(() => isPresented(service.port), "the certificate is in use", 60_000);
    expect(await presented(service.port)).toEqual(issued);
    const http = `http://127.0.0.1:${httpPort}`;
    const redirected = async (method: string) => {
      const { status, headers } = await fetch(`${http}/user?a=1`, { method, redirect: "manual" });
      return [status, headers.get("location")];
    };
    const target = `https://api.example.com:${service.port}/user?a=1`;
    expect(await redirected("GET")).toEqual([301, target]);
    expect(await redirected("POST")).toEqual([308, target]);
    const missing = await fetch(`${http}/.well-known/acme-challenge/unknown`);
    expect(missing.status).toBe(404);
    const mode = (name: string) => (statSync(join(folder, "tls", name)).mode & 0o777).toString(8);
    expect(["certificate.pem", "key.pem"].map(mode)).toEqual(["600", "600"]);
    await end(service);

    const database = await openDatabase({ file: join(folder, "vingate.db"), url: undefined, pooler: false });
    const [row] = await database.all<Record<string, unknown>>(sql`
      select names, directory, failures, key_sealed, account_sealed,
        (select count(*) from acme_challenge) as challenges from acme_certificate`);
    await database.close();
    const { key_sealed: key, account_sealed: account, ...rest } = row!;
    expect(rest).toEqual({ names, directory: pebble.directory, failures: 0, challenges: 0 });
    for (const sealed of [key, account])
      expect(Buffer.from(sealed as Uint8Array).toString("latin1")).not.toContain("PRIVATE KEY");
    expect(service.output()).not.toContain("PRIVATE KEY");

    const again = await startProcess(folder, settings(httpPort));
    expect(await presented(again.port)).toEqual(issued);
    expect(again.events("certificate issued")).toEqual([]);
    await end(again);
    remove();
  });

  test("replaces all workers' certificates", async () => {
    const { folder, remove } = newFolder();
    const service = await startProcess(folder, settings(httpPort, { VINGATE_WORKERS: "2" }), "ready");
    await until(() => service.events("workers restarted").length > 0, "the workers are replaced", 120_000);
    for (let connection = 0; connection < 8; connection += 1)
      expect(await presented(service.port)).toEqual(issued);
    expect(service.events("certificate issued")).toHaveLength(1);
    await end(service);
    remove();
  }, 200_000);

  test("that is refused leaves the service running and says why", async () => {
    const { folder, remove } = newFolder();
    const elsewhere = freePort();
    const service = await startProcess(folder, settings(elsewhere));
    const failed = () => service.events("no certificate was issued");
    await until(() => failed().length > 0, "the order fails", 60_000);
    expect(failed()[0]).toMatchObject({
      names: "api.example.com, www.example.com",
      check: `every name must lead to port ${elsewhere} of this service`,
      retry_minutes: 1,
    });
    expect(failed()[0]!.problem).toContain("connection refused");
    expect(await presented(service.port)).toEqual(temporary);
    await end(service);
    remove();
  });
});
