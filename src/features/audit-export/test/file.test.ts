import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileDestination } from "../destinations/file.ts";
import { type ExportScene, openExportScene } from "./export-scene.ts";

let folder: string;
let path: string;
let scene: ExportScene;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "vingate-audit-"));
  path = join(folder, "audit log.jsonl");
  scene = await openExportScene(`file:${path.replaceAll(" ", "%20")}`);
});

afterEach(async () => {
  await scene.end();
  rmSync(folder, { recursive: true });
});

const lines = (of = path) => readFileSync(of, "utf8").split("\n").slice(0, -1);
const idsIn = (of = path) => lines(of).map((line) => JSON.parse(line).id);

test("each entry is a line as GET /audit shows it, for the service's user alone", async () => {
  const text = "two\r\nlines, \u2028 \x7f and 😀";
  const ids = await scene.add(3, { after: { text } });
  await scene.export();
  expect(lines().map((line) => JSON.parse(line))).toEqual(await scene.shown(ids));
  expect(JSON.parse(lines()[0]!).after).toEqual({ text });
  expect(readFileSync(path, "utf8")).not.toMatch(/[^\P{Cc}\n]|\u2028/u);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const more = await scene.add(2);
  await scene.export();
  expect(idsIn()).toEqual([...ids, ...more]);
});

test("a file that was moved away is made again", async () => {
  const first = await scene.add(2);
  await scene.export();
  renameSync(path, `${path}.1`);
  const second = await scene.add(2);
  await scene.export();
  expect([idsIn(`${path}.1`), idsIn()]).toEqual([first, second]);
});

test("a cut line is ended before the next one", async () => {
  writeFileSync(path, '{"id":"cut');
  const ids = await scene.add(2);
  await scene.export();
  expect(lines()[0]).toBe('{"id":"cut');
  expect(
    lines()
      .slice(1)
      .map((line) => JSON.parse(line).id),
  ).toEqual(ids);
});

test("a full disk delays entries, and no line is mixed with another", async () => {
  let room = 100;
  const openFile = async (...args: Parameters<typeof open>): Promise<FileHandle> => {
    const file = await open(...args);
    const { write } = file;
    file.write = (async (bytes: Buffer, from: number, length: number) => {
      if (room === 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      const part = Math.min(room, length);
      room -= part;
      return Reflect.apply(write, file, [bytes, from, part, null]);
    }) as unknown as typeof file.write;
    return file;
  };
  const ids = await scene.add(3);
  const exporter = scene.exporter(new FileDestination(path, { openFile }));
  await exporter.tick();
  expect(statSync(path).size).toBe(100);
  expect(await scene.marks(ids)).toEqual({ 0: 3 });
  expect((await scene.check()).found).toContain("ENOSPC");
  room = Number.MAX_SAFE_INTEGER;
  scene.service.advance(5000);
  await exporter.tick();
  const [cut, ...whole] = lines();
  expect(cut!.length).toBe(100);
  expect(whole.map((line) => JSON.parse(line).id)).toEqual(ids);
  expect(await scene.marks(ids)).toEqual({ 1: 3 });
  await exporter.close();
});

test("what is no file in a folder is reported, and the entries wait", async () => {
  const ids = await scene.add(2);
  const wrong: readonly (readonly [string, RegExp])[] = [
    [join(folder, "none", "audit.jsonl"), /ENOENT/],
    [folder, /EISDIR|directory/],
    ["/dev/null", /no regular file/],
  ];
  mkdirSync(join(folder, "other"));
  appendFileSync(join(folder, "other", "x"), "");
  for (const [at, error] of wrong) {
    const exporter = scene.exporter(new FileDestination(at));
    await exporter.tick();
    expect((await scene.check()).found).toMatch(error);
    scene.service.advance(60_000);
    await exporter.close();
  }
  expect(await scene.marks(ids)).toEqual({ 0: 2 });
});
