import { afterAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/database/open.ts";
import { upgradeSchema } from "../../src/vehicles/imports/staging/record-tables.ts";
import { migrations } from "../database/migrations.ts";
import { commandLine } from "../program.ts";
import { newFolder } from "../service-process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

async function run(...words: string[]) {
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const noLinux = process.platform !== "linux";
if (noLinux) console.warn("skipped: the log of an earlier version's node, for only Linux lists locks");

test.skipIf(noLinux)("commands leave the log of an earlier version's node", async () => {
  const file = join(folder, "vingate.db");
  const db = await openDatabase({ file });
  await upgradeSchema(db, migrations);
  await db.close();
  const node = Bun.spawn([process.execPath, join(import.meta.dir, "earlier-node.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    await node.stdout.getReader().read();
    const { ino } = statSync(`${file}-wal`);
    const reason = `process ${node.pid} of an earlier version of Vingate serves from ${folder}, and would lose data if this command read its database: stop it first, or use the command of its version`;
    for (const words of [
      ["upgrade", "--check"],
      ["backup", join(folder, "backup")],
      ["journals"],
      ["datasets"],
    ])
      expect([words[0], await run(...words)]).toEqual([
        words[0],
        { code: 1, out: "", err: `vingate ${words[0]}: ${reason}\n` },
      ]);
    const { checks } = JSON.parse((await run("doctor", "--quick", "--json")).out);
    expect(checks.find(({ name }: { name: string }) => name === "database")).toEqual({
      name: "database",
      state: "fault",
      found: reason,
      advice: "Do so, then run the doctor again.",
    });
    expect(statSync(`${file}-wal`).ino).toBe(ino);
  } finally {
    node.stdin.end();
    await node.exited;
  }
  expect((await run("upgrade", "--check")).code).toBe(0);
});
