import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kinds } from "../../../../test/database/databases.ts";
import {
  type Installation,
  lookUp,
  operate,
  settingsOf,
  startInstallation,
} from "../../../../test/database/releases/installation.ts";
import { startPostgres } from "../../../../test/postgres.ts";
import { commandLine } from "../../../../test/program.ts";
import { newFolder } from "../../../../test/service-process.ts";
import { openDatabase } from "../../../database/open.ts";
import { sql } from "../../../database/sql.ts";

const backups = mkdtempSync(join(tmpdir(), "vingate-backups-"));
afterAll(() => rmSync(backups, { recursive: true, force: true }));

async function command(folder: string, url: string | undefined, ...words: string[]) {
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder, ...settingsOf(url) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output, errors };
}

interface Keys extends Pick<Installation, "primary_key" | "secondary_key"> {}

async function customer(url: string): Promise<Keys> {
  const put = (path: string, body: object) => operate(url, "PUT", path, body);
  await put("/products/plenty", { credits_granted: 1000 });
  await put("/products/plenty/apis/vin-decoder", {});
  await put("/users/ada", { email: "ada@example.com", first_name: "Ada", last_name: "Byron" });
  await put("/subscriptions/ada", { scope: "/products/plenty", owner_id: "ada", state: "active" });
  return operate<Keys>(url, "POST", "/subscriptions/ada/listSecrets", {});
}

const balance = (url: string) =>
  operate<{ credits: { used: number; remaining: number } }>(url, "GET", "/subscriptions/ada").then(
    ({ credits }) => credits,
  );

for (const { dialect, missing } of kinds) {
  const other = kinds.find((kind) => kind.dialect !== dialect)!;
  describe.skipIf(missing || other.missing)(`vingate backup on ${dialect}`, () => {
    test(`has all calls of live and of killed processes, and is restored into ${other.dialect}`, async () => {
      const url = async (of: string) =>
        of === "postgres" ? await (await startPostgres()).newDatabase() : undefined;
      const from = { folder: newFolder(), url: await url(dialect) };
      const service = await startInstallation(from.folder.folder, from.url);
      const keys = await customer(service.url);
      const both = [keys.primary_key, keys.secondary_key];
      for (let round = 0; round < 5; round++) await lookUp(service.url, both);
      const live = join(backups, `${dialect}-live`);
      const made = await command(from.folder.folder, from.url, "backup", live, "--json");
      expect({ code: made.code, warnings: JSON.parse(made.output).warnings }).toEqual({
        code: 0,
        warnings: [],
      });
      for (let round = 0; round < 5; round++) await lookUp(service.url, both);
      service.signal("SIGKILL");
      await service.exited;
      const killed = join(backups, `${dialect}-killed`);
      const passphrase = join(backups, "passphrase");
      writeFileSync(passphrase, "a passphrase of the tests\n");
      const options = ["--passphrase-file", passphrase, "--with-master-key"];
      expect(await command(from.folder.folder, from.url, "backup", killed, ...options)).toMatchObject({
        code: 0,
      });
      const drilled = await command(
        from.folder.folder,
        from.url,
        "backup",
        "--drill",
        killed,
        ...options.slice(0, 2),
      );
      expect([drilled.code, drilled.output]).toEqual([
        0,
        expect.stringMatching(/ was restored in [\d.]+ s: \d+ rows\. All \d+ comparisons agree\.\n$/),
      ]);
      expect(readdirSync(backups).filter((name) => name.startsWith("drill-"))).toEqual([]);
      for (const [file, calls, more] of [
        [live, 20, ["--former", "lost"]],
        [killed, 40, [...options.slice(0, 2), "--former", from.folder.folder]],
      ] as const) {
        const place = { folder: newFolder(), url: await url(other.dialect) };
        const restored = await command(place.folder.folder, place.url, "restore", file, ...more);
        expect(restored).toMatchObject({ code: 0 });
        expect(await command(place.folder.folder, place.url, "doctor", "--ledger")).toMatchObject({
          code: 0,
        });
        const db = await openDatabase({ url: place.url, file: join(place.folder.folder, "vingate.db") });
        const found = await db.get(sql`
          select (select count(*) from request_log) as calls,
            (select count(*) from journal where state = 'open') as open, (select count(*) from credit_lease) as leases`);
        expect(found).toEqual({ calls, open: 0, leases: 0 });
        await db.close();
        // One start shows what both contain.
        if (file === live) {
          place.folder.remove();
          continue;
        }
        const restarted = await startInstallation(place.folder.folder, place.url);
        // The backup of a stopped service with its whole logs leaves nothing unknown.
        expect(await operate(restarted.url, "GET", "/system")).toMatchObject({ held: null });
        expect(await operate(restarted.url, "GET", "/reports/byRequest")).toMatchObject({ total: calls });
        expect(await balance(restarted.url)).toMatchObject({ used: calls / 2, remaining: 1000 - calls / 2 });
        expect(await lookUp(restarted.url, both)).toEqual([200, 404, 200, 404]);
        restarted.signal("SIGTERM");
        expect(await restarted.exited).toBe(0);
        place.folder.remove();
      }
      from.folder.remove();
    }, 240_000);
  });
}
