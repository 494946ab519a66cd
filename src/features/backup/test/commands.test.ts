import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../../test/program.ts";
import { newFolder, startProcess } from "../../../../test/service-process.ts";

test("a backup is verified, and a damaged one is refused", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, {}, "ready");
  const backup = (...words: string[]) => backupFor(folder, ...words);
  const backupFor = async (of: string, ...words: string[]) => {
    const child = Bun.spawn(commandLine("backup", ...words), {
      env: { PATH: process.env.PATH, VINGATE_DATA_DIR: of },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, err };
  };
  const file = join(folder, "one.backup");
  try {
    expect((await backup(file)).code).toBe(0);
    const { code, out } = await backup("--verify", file, "--json");
    const { id, made_at, program, tables, ...rest } = JSON.parse(out);
    expect([code, typeof id, Number.isNaN(Date.parse(made_at)), typeof program, tables > 20, rest]).toEqual([
      0,
      "string",
      false,
      "string",
      true,
      { file, whole: true },
    ]);
    const tried = await backup("--drill", file, "--json");
    expect([tried.code, JSON.parse(tried.out)]).toEqual([
      0,
      {
        file,
        made_at,
        rows: expect.any(Number),
        ledger: expect.stringMatching(/^All \d+ comparisons agree$/),
        seconds: expect.any(Number),
        restored: true,
      },
    ]);
    // Another machine has no master key.
    expect(await backupFor(join(folder, "elsewhere"), "--drill", file)).toEqual({
      code: 1,
      out: "",
      err: "vingate backup: a restore would lack the master key: run this with the settings of the service\n",
    });
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    const damaged = join(folder, "two.backup");
    writeFileSync(damaged, bytes);
    expect(await backup("--verify", damaged)).toEqual({
      code: 1,
      out: "",
      err: `vingate backup: ${damaged} is damaged: it differs from what was written; copy it again or use another backup\n`,
    });
    expect(await backup("--drill", damaged)).toMatchObject({ code: 1, out: "" });
    expect(readdirSync(folder).filter((name) => name.startsWith("drill-"))).toEqual([]);
  } finally {
    service.signal("SIGTERM");
    await service.exited;
    remove();
  }
}, 120_000);
