import type { Path } from "./tree.ts";

/**
 * Where the value at a path begins in a JSON text, or the deepest value above it that the text has. A parser that keeps
 * the place of every value takes a hundred times the memory of the text.
 */
export function jsonOffset(text: string, path: Path): number {
  let at = afterSpace(text, 0);
  for (const name of path) {
    const inside = memberOf(text, at, name);
    if (inside === undefined) return at;
    at = inside;
  }
  return at;
}

/** Where a member of the value at an offset begins; of members with one name, the last. */
function memberOf(text: string, start: number, name: string | number): number | undefined {
  const open = text[start];
  if (open !== "{" && open !== "[") return undefined;
  let found: number | undefined;
  let at = afterSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index++) {
    let isWanted = index === name;
    if (open === "{") {
      const end = valueEnd(text, at);
      isWanted = JSON.parse(text.slice(at, end)) === name;
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (isWanted) found = at;
    at = afterSpace(text, valueEnd(text, at));
    if (text[at] === ",") at = afterSpace(text, at + 1);
  }
  return found;
}

/** The offset behind a value. */
function valueEnd(text: string, start: number): number {
  let level = 0;
  for (let at = start; at < text.length; at++) {
    const one = text[at]!;
    if (one === '"') at = stringEnd(text, at);
    else if (one === "{" || one === "[") level += 1;
    else if (one === "}" || one === "]") level -= 1;
    else if (level > 0 || !/[\s,:]/.test(one)) continue;
    else return at;
    if (level < 0) return at;
    if (level === 0) return at + 1;
  }
  return text.length;
}

/** The offset of the quote that ends a string. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}
