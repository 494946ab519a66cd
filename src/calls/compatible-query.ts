import { decodedName } from "./recorded-url.ts";

const keyName = "api_key";

/** A compatible operation's query, and the subscription key that came in it. */
export interface CompatibleQuery {
  readonly search: string;
  readonly key?: string | undefined;
}

/**
 * A query with parameter names as declared, in any case. With `takesKey` the key is removed from it, so that no
 * record, answer or log line contains it.
 */
export function compatibleQuery(
  search: string,
  declared: ReadonlySet<string>,
  takesKey: boolean,
): CompatibleQuery {
  // Most callers send names as declared.
  if (!/[A-Z%+]/.test(search) && !search.includes(keyName)) return { search };
  let key: string | undefined;
  const kept: string[] = [];
  for (const part of search.slice(1).split("&")) {
    const mark = part.indexOf("=");
    const end = mark < 0 ? part.length : mark;
    const name = decodedName(part.slice(0, end)).toLowerCase();
    if (takesKey && name === keyName) key = decodedName(part.slice(end + 1));
    else kept.push(declared.has(name) ? name + part.slice(end) : part);
  }
  return { search: kept.length === 0 ? "" : `?${kept.join("&")}`, key };
}
