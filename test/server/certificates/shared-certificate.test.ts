import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createVault } from "../../../src/access/vault.ts";
import { SharedCertificate } from "../../../src/server/certificates/shared-certificate.ts";
import { kinds, startService, type TestService } from "../../harness.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(kind.dialect, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const vault = createVault(new Uint8Array(32).fill(7));
    const certificate = () =>
      new SharedCertificate(
        service.app.database,
        vault,
        ["api.example.com"],
        "https://authority.example/dir",
      );
    let made = 0;
    const newAccountKey = async () => {
      made += 1;
      return `account ${made}`;
    };

    test("one node orders at a time, with one account", async () => {
      const nodes = Array.from({ length: 8 }, certificate);
      const claims = await Promise.all(nodes.map((node) => node.claim(1000, 2000, newAccountKey)));
      const [first, ...others] = claims.filter((claim) => claim !== undefined);
      expect([first?.failures, others]).toEqual([0, []]);
      expect(await certificate().claim(1999, 3000, newAccountKey)).toBeUndefined();
      expect(await certificate().claim(2000, 3000, newAccountKey)).toEqual(first!);
    });

    test("a failure is counted until a certificate is issued", async () => {
      await certificate().failed(4000);
      expect(await certificate().claim(3999, 5000, newAccountKey)).toBeUndefined();
      expect(await certificate().claim(4000, 5000, newAccountKey)).toMatchObject({ failures: 1 });
      expect(await certificate().read()).toBeUndefined();
      await certificate().issued({ cert: "a chain", key: "a key" }, 9000);
      expect(await certificate().read()).toEqual({ cert: "a chain", key: "a key" });
      expect(await certificate().claim(8999, 10_000, newAccountKey)).toBeUndefined();
      expect(await certificate().claim(9000, 10_000, newAccountKey)).toMatchObject({ failures: 0 });
    });

    test("another authority has a certificate of its own", async () => {
      const other = new SharedCertificate(
        service.app.database,
        vault,
        ["api.example.com"],
        "https://other/dir",
      );
      expect(await other.read()).toBeUndefined();
      expect(await other.claim(1000, 2000, newAccountKey)).toMatchObject({ failures: 0 });
    });
  });
