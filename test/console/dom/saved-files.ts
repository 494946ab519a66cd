import { afterEach, beforeEach } from "bun:test";
import { browser } from "./window.ts";

const { createObjectURL, revokeObjectURL } = URL;
const { click } = browser.HTMLAnchorElement.prototype;

/** A file that the page saved. */
interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Keeps the files that the page saves in each test of the file; returns how to read them. */
export function keepSavedFiles(): () => Promise<readonly SavedFile[]> {
  let saved: Promise<SavedFile>[] = [];
  let made: Blob | undefined;
  beforeEach(() => {
    saved = [];
    URL.createObjectURL = (object: Blob) => {
      made = object;
      return "blob:1";
    };
    URL.revokeObjectURL = () => undefined;
    browser.HTMLAnchorElement.prototype.click = function () {
      const { download: name } = this;
      saved.push((made ?? new Blob()).text().then((text) => ({ name, text })));
    };
  });
  afterEach(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    browser.HTMLAnchorElement.prototype.click = click;
  });
  return () => Promise.all(saved);
}
