import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { features } from "../../src/features.ts";
import { testSeed } from "../dated.ts";
import { startService } from "../harness.ts";
import { goodVin, subscribers } from "../subscribers.ts";

/** What makes every feature keep something running. */
const everySetting = (folder: string) => ({
  VINGATE_PUBLIC_URL: "https://vingate.test",
  VINGATE_PAYMENTS: "stripe",
  VINGATE_STRIPE_KEY: "sk_test_1",
  VINGATE_STRIPE_WEBHOOK_SECRETS: "whsec_0123456789abcdef",
  VINGATE_STRIPE_URL: "http://127.0.0.1:1",
  VINGATE_CONNECTORS: "on",
  VINGATE_OIDC_CUSTOMERS: "https://customers.test vingate",
  VINGATE_OIDC_CUSTOMERS_SECRET: "secret-of-the-client",
  VINGATE_OIDC_OPERATORS: "https://operators.test vingate",
  VINGATE_OIDC_OPERATORS_SECRET: "secret-of-the-client",
  VINGATE_SMTP_URL: "smtp://127.0.0.1:1",
  VINGATE_MAIL_FROM: "Vingate <mail@vingate.test>",
  VINGATE_AUDIT_EXPORT: `file:${join(folder, "audit.log")}`,
  VINGATE_BACKUP_DIR: join(folder, "backups"),
});

const shuffled = fc.sample(fc.shuffledSubarray([...features], { minLength: features.length }), {
  seed: testSeed,
  numRuns: 3,
});

for (const [index, listed] of [features.toReversed(), ...shuffled].entries())
  test(`the service starts with its features in order ${index}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "vingate-order-"));
    const service = await startService(undefined, everySetting(folder), {}, listed);
    try {
      const names = listed.map(({ name }) => name).join(", ");
      for (const one of service.app.running) one.start?.();
      const { key } = await subscribers(service).subscribe({});
      const lookup = { headers: { "x-authkey": key } };
      expect([names, (await service.ask("GET", `/vin-decoder/${goodVin}`, lookup)).status]).toEqual([
        names,
        200,
      ]);
      const pricing = await service.ask("GET", "/pricing");
      expect([names, pricing.status]).toEqual([names, 200]);
      expect(service.app.operations.map(({ id }) => id).sort()).toEqual(ids);
    } finally {
      await Promise.all(service.app.running.map((one) => one.stop?.()));
      await service.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

const usual = await startService();
const ids = usual.app.operations.map(({ id }) => id).sort();
await usual.end();
