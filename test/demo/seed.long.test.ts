import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";
import { placeTestPack } from "../vin/shared-pack.ts";

const root = join(import.meta.dir, "../..");

async function run(folder: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder, VINGATE_DEMO: "off" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, error };
}

test("npm run seed adds customers with a consistent month of calls", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-seed-"));
  try {
    await placeTestPack(folder);
    const seeded = await run(folder, "tools/seed.ts", "2");
    expect([seeded.code, seeded.out]).toEqual([
      0,
      expect.stringMatching(/Synthetic calls of 2 days: \d+ with status 200/),
    ]);
    const db = await openDatabase({ file: join(folder, "vingate.db") });
    const users = await db.all(sql`
      select email, last_name from app_user where role = 'customer' and email like '%@example.com' order by email`);
    const used = await db.all<{ days: number }>(
      sql`select count(distinct hour / 86400000) as days from usage_hourly_total`,
    );
    const sold = await db.all(sql`
      select o.product_id, o.price_minor, p.display_name from product_offer o join product p on p.id = o.product_id
      order by o.price_minor`);
    await db.close();
    expect(sold).toEqual([
      { product_id: "seed-starter", price_minor: 1900, display_name: "Starter (synthetic)" },
      { product_id: "seed-growth", price_minor: 9900, display_name: "Growth (synthetic)" },
    ]);
    expect(users).toEqual(
      ["auctions", "fleet", "garage", "insurer", "student"].map((name) => ({
        email: `${name}@example.com`,
        last_name: "(synthetic)",
      })),
    );
    expect(used[0]!.days).toBeGreaterThanOrEqual(2);
    const checked = await run(folder, "src/main.ts", "doctor", "--ledger");
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining("comparisons agree")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
