import { decodedName } from "./recorded-url.ts";

const keyName = "api_key";

/** A compatible operation's query, and the subscription key that came in it. */
export interface CompatibleQuery {
  readonly search: string;
  readonly key?: string | undefined;
}

/**
 * A query with the names of its parameters as they are declared, in whatever case they were sent. Where keys are
 * taken from it, the key is no longer in it: so no record, answer or log line can hold it.
 */
export function compatibleQuery(
  search: string,
  declared: ReadonlySet<string>,
  takesKey: boolean,
): CompatibleQuery {
  // Most callers write names as they are declared.
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
