import { redactCredentials } from "../base/redaction.ts";

/** Characters that a record keeps of path and query. */
export const urlMax = 2048;

/**
 * A request's path and query as recorded, at most 2,048 characters, without our credentials. Undeclared parameters lose
 * their values, which may be secrets sent in the wrong place. A `line` follows as the fragment, which no request has.
 */
export function recordedUrl(
  path: string,
  search: string,
  declared: ReadonlySet<string>,
  line?: number,
): string {
  const url = redactCredentials(search === "" ? path : path + recordedQuery(search, declared));
  const kept = url.length > urlMax ? url.slice(0, urlMax) : url;
  return line === undefined ? kept : `${kept}#${line}`;
}

/** The line that a recorded URL names. */
export const lineOf = (url: string): number => Number(url.slice(url.lastIndexOf("#") + 1));

function recordedQuery(search: string, declared: ReadonlySet<string>): string {
  // Later characters would be cut in any case.
  const parts = search.slice(1, urlMax + 1).split("&");
  const kept = parts.map((part) => {
    const end = part.indexOf("=");
    return end < 0 || declared.has(decodedName(part.slice(0, end))) ? part : part.slice(0, end);
  });
  return `?${kept.join("&")}`;
}

/** A parameter's name without escapes. */
export function decodedName(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
