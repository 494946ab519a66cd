import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentSource, prepareDocument, preparedDocument } from "./document-build.ts";

const place = mkdtempSync(join(tmpdir(), "vingate-document-"));
const folder = join(place, "openapi");
beforeEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(place, { recursive: true }));

test("a document is prepared once for the present sources, and replaces earlier ones", async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "0123456789abcdef.json"), "earlier");
  const made: string[] = [];
  const make = async () => {
    made.push("made");
    return "present";
  };
  await prepareDocument(folder, make);
  await prepareDocument(folder, make);
  expect(made).toEqual(["made"]);
  expect(readdirSync(folder)).toEqual([`${await documentSource()}.json`]);
  expect(await preparedDocument(folder)).toBe("present");
});

test("a document of other sources is not used", async () => {
  expect(await preparedDocument(folder)).toBeUndefined();
  mkdirSync(folder);
  writeFileSync(join(folder, "0123456789abcdef.json"), "other");
  expect(await preparedDocument(folder)).toBeUndefined();
  // In the executable there are no sources: it has the document that it was made with.
  expect(await preparedDocument(folder, async () => undefined)).toBe("other");
});

test("a document that could not be made leaves nothing", async () => {
  const failed = () => Promise.reject(new Error("no memory"));
  await expect(prepareDocument(folder, failed)).rejects.toThrow("no memory");
  expect(readdirSync(folder)).toEqual([]);
});
