import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { linkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoCommand } from "../../src/cli/demo.ts";
import { demoProgress } from "../../src/cli/demo-progress.ts";
import { testPack, testPackFolder } from "../vin/shared-pack.ts";

const script = `
  const { demoCommand } = await import(${JSON.stringify(join(import.meta.dir, "../../src/cli/demo.ts"))});
  try { process.exit(await demoCommand.run(process.argv.slice(1), process.env)); }
  catch (error) { process.stderr.write(error.message + "\\n"); process.exit(1); }`;

describe("vingate demo", () => {
  let folder: string;

  beforeAll(async () => {
    await testPack();
    folder = mkdtempSync(join(tmpdir(), "vingate-demo-"));
    linkSync(join(testPackFolder, "vin.pack"), join(folder, "vin.pack"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (...args: string[]) =>
    Bun.spawn([process.execPath, "-e", script, "--", ...args], {
      env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const run = async (...args: string[]) => {
    const child = start(...args);
    const said = await new Response(child.stderr).text();
    return { code: await child.exited, said };
  };

  test("refuses what it does not know", async () => {
    await expect(demoCommand.run(["now"], {})).rejects.toThrow('demo takes no arguments, not "now"');
    await expect(demoCommand.run(["--vehicles", "7"], {})).rejects.toThrow(
      '--vehicles takes a whole number from 200 to 50000, not "7"',
    );
    await expect(demoCommand.run(["--seed", "-1"], {})).rejects.toThrow();
  });

  test("interrupted, it says so; repeated, it goes on; then it does nothing; then it takes all away", async () => {
    const first = start("--vehicles", "600");
    let said = "";
    let told = false;
    for await (const chunk of first.stderr) {
      said += new TextDecoder().decode(chunk);
      // A second signal would end it at once.
      if (told || !said.includes("Demo set: plate")) continue;
      told = true;
      first.kill("SIGINT");
    }
    expect({ code: await first.exited, last: said.trim().split("\n").at(-1) }).toEqual({
      code: 1,
      last: "interrupted; run vingate demo again to load the rest",
    });
    const second = await run("--vehicles", "600");
    expect(second.code).toBe(0);
    expect(second.said).toMatch(
      /^Demo set: vehicles\n(Demo set: [a-z-]+\n)+[\d,]+ demo records loaded in [\d.]+ s\n$/,
    );
    expect(await run("--vehicles", "600")).toEqual({ code: 0, said: "The demo set is already loaded.\n" });
    const removed = await run("--remove");
    expect(removed.said).toMatch(/^[\d,]+ demo records removed\n$/);
    expect(await run("--remove")).toEqual({ code: 0, said: "0 demo records removed\n" });
  });

  test("a terminal sees one live line with what is done, the rate and what is left", () => {
    const written: string[] = [];
    const shown = demoProgress({ isTTY: true, write: (text) => written.push(text) });
    shown.step({ stage: "auction", done: 50, total: 100, rows: 1234 });
    shown.end();
    expect(written.length).toBe(2);
    expect(written[0]!.startsWith("\r\x1b[K")).toBe(true);
    expect(written[0]!.slice(4)).toMatch(
      /^Demo set: auction … 50 % \(1,234 records, [\d,]+\/s, \d+ s left\)$/,
    );
    expect(written[1]).toBe("\r\x1b[K");
  });
});
