import { redactCredentials } from "../base/redaction.ts";

const urlMax = 2048;

/**
 * A request's path and query as they are kept: of a parameter that the operation does not declare its name
 * alone, for it may be a secret sent in the wrong place; no credential of ours; 2,048 characters at most.
 */
export function recordedUrl(path: string, search: string, declared: ReadonlySet<string>): string {
  const url = redactCredentials(search === "" ? path : path + recordedQuery(search, declared));
  return url.length > urlMax ? url.slice(0, urlMax) : url;
}

function recordedQuery(search: string, declared: ReadonlySet<string>): string {
  // Nothing beyond this would be kept, whatever is written for it.
  const parts = search.slice(1, urlMax + 1).split("&");
  const kept = parts.map((part) => {
    const end = part.indexOf("=");
    return end < 0 || declared.has(decodedName(part.slice(0, end))) ? part : part.slice(0, end);
  });
  return `?${kept.join("&")}`;
}

/** A parameter's name as it is meant. */
export function decodedName(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
