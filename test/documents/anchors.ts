import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

/** The anchor that GitHub and the console make of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** The anchors of a page's headings. */
export const anchorsOf = (page: string): string[] =>
  [...page.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    anchorOf(heading!.trim()),
  );

/** Links of pages to headings that their target does not have. Links that begin with `/docs/` are to the guide. */
export function anchorFaults(paths: readonly string[], read: (path: string) => string | undefined): string[] {
  return paths.flatMap((path) => {
    const text = read(path) ?? "";
    const links = text.matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g);
    return [...links].flatMap(([, file, anchor]) => {
      if (/^https?:/.test(file!)) return [];
      const target = targetOf(path, file!);
      const page = read(target);
      if (page === undefined) return [`${path}: links to ${target}, which does not exist`];
      return anchorsOf(page).includes(anchor!) ? [] : [`${path}: ${target} has no heading #${anchor}`];
    });
  });
}

function targetOf(path: string, file: string): string {
  if (file === "") return path;
  if (file.startsWith("/docs/")) return join("docs/guide", file.slice("/docs/".length));
  return normalize(join(path, "..", file));
}

/** Reads a file below a folder; undefined if there is none. */
export const readerOf =
  (home: string) =>
  (path: string): string | undefined =>
    existsSync(join(home, path)) ? readFileSync(join(home, path), "utf8") : undefined;
