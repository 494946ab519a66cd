import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoCommand } from "../../src/cli/demo.ts";
import { demoProgress } from "../../src/cli/demo-progress.ts";
import { smallSet } from "./small-set.ts";

const script = `
  const { demoCommand } = await import(${JSON.stringify(join(import.meta.dir, "../../src/cli/demo.ts"))});
  try { process.exit(await demoCommand.run(process.argv.slice(1), process.env, [])); }
  catch (error) { process.stderr.write(error.message + "\\n"); process.exit(1); }`;

describe("vingate demo", () => {
  let folder: string;
  let set: string;

  beforeAll(async () => {
    set = await smallSet(600);
    folder = mkdtempSync(join(tmpdir(), "vingate-demo-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (...args: string[]) =>
    Bun.spawn([process.execPath, "-e", script, "--", ...args], {
      env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
      stdio: ["ignore", "ignore", "pipe"],
    });
  const run = async (...args: string[]) => {
    const child = start(...args);
    const text = await new Response(child.stderr).text();
    return { code: await child.exited, text };
  };

  test("refuses arguments that it does not know", async () => {
    await expect(demoCommand.run(["now"], {}, [])).rejects.toThrow('demo takes no arguments, not "now"');
    await expect(demoCommand.run(["--set", "/nowhere"], {}, [])).rejects.toThrow(
      '--set takes a folder with a file set.json, not "/nowhere"',
    );
    await expect(demoCommand.run(["--vehicles", "300"], {}, [])).rejects.toThrow(
      "Unknown option '--vehicles'",
    );
  });

  test("loads, resumes after an interruption, and removes", async () => {
    const first = start("--set", set);
    let text = "";
    let interrupted = false;
    for await (const chunk of first.stderr) {
      text += new TextDecoder().decode(chunk);
      // A second signal would end the process immediately.
      if (interrupted || !text.includes("Demo set: plate")) continue;
      interrupted = true;
      first.kill("SIGINT");
    }
    expect({ code: await first.exited, last: text.trim().split("\n").at(-1) }).toEqual({
      code: 1,
      last: "interrupted; run vingate demo again to load the rest",
    });
    const second = await run("--set", set);
    expect(second.code).toBe(0);
    expect(second.text).toMatch(/^(Demo set: [a-z-]+\n)+[\d,]+ demo records loaded in [\d.]+ s\n$/);
    expect(await run("--set", set)).toEqual({ code: 0, text: "The demo set is already loaded.\n" });
    const removed = await run("--remove");
    expect(removed.text).toMatch(/^[\d,]+ demo records removed\n$/);
    expect(await run("--remove")).toEqual({ code: 0, text: "0 demo records removed\n" });
  });

  test("a terminal shows one live line with progress, rate and time left", () => {
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
