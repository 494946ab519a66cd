import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { outboundAllow } from "../../src/base/settings/setting.ts";
import { OutboundGuard } from "../../src/outbound/guard.ts";

// Made for backend.test by an authority of our own, valid for a hundred years; one has expired.
const read = (name: string) => readFileSync(join(import.meta.dir, "certificates", name), "utf8");
const ca = read("authority.crt");
const serve = (name: string) =>
  Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: read(`${name}.crt`), key: read(`${name}.key`) },
    fetch: (request) => new Response(request.headers.get("host")),
  });
const [good, expired] = [serve("backend"), serve("expired")];
const guard = new OutboundGuard({
  allow: outboundAllow("127.0.0.0/8"),
  resolve: async () => ["127.0.0.1"],
});
afterAll(async () => {
  await good.stop(true);
  await expired.stop(true);
});

test("a certificate is checked against the name, not the address", async () => {
  const url = `https://backend.test:${good.port}/`;
  expect(await (await guard.fetch(url, { tls: { ca } })).text()).toBe(`backend.test:${good.port}`);
});

test("a kept connection is not used for another name", async () => {
  await (await guard.fetch(`https://backend.test:${good.port}/`, { tls: { ca } })).text();
  await expect(guard.fetch(`https://other.test:${good.port}/`, { tls: { ca } })).rejects.toMatchObject({
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
});

test("an expired certificate and an unknown authority are refused", async () => {
  await expect(guard.fetch(`https://backend.test:${expired.port}/`, { tls: { ca } })).rejects.toMatchObject({
    code: "CERT_HAS_EXPIRED",
  });
  await expect(guard.fetch(`https://backend.test:${good.port}/`)).rejects.toMatchObject({
    code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  });
});
