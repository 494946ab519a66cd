import { expect, test } from "bun:test";
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findForeign, leaveToOwner } from "./data-folder.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log("skipped: only root can give files to another user");

test.skipIf(!isRoot)("what root has made in a data folder belongs to the folder's owner", () => {
  const outside = mkdtempSync(join(tmpdir(), "vingate-outside-"));
  const folder = mkdtempSync(join(tmpdir(), "vingate-owner-"));
  mkdirSync(join(folder, "imports"));
  writeFileSync(join(folder, "imports", "file"), "");
  symlinkSync(outside, join(folder, "link"));
  expect(findForeign(folder)).toBeUndefined();
  chownSync(folder, 1234, 1234);
  expect(findForeign(folder)).toBeString();
  leaveToOwner(folder);
  expect(findForeign(folder)).toBeUndefined();
  const owners = ["imports", "imports/file", "link"].map((name) => lstatSync(join(folder, name)).uid);
  expect([...owners, lstatSync(outside).uid]).toEqual([1234, 1234, 1234, 0]);
  // Folders of root stay as they are.
  chownSync(folder, 0, 0);
  leaveToOwner(folder);
  expect(lstatSync(join(folder, "imports")).uid).toBe(1234);
  rmSync(folder, { recursive: true });
  rmSync(outside, { recursive: true });
});
