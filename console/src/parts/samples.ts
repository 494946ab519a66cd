import { serviceUrl } from "../base/service-path.ts";

export type Language = "curl" | "TypeScript" | "Python";

/** One GET of a lookup in three languages. `key` is the key itself, or what is shown in its place. */
export function samples(path: string, key: string): Readonly<Record<Language, string>> {
  const url = serviceUrl + path;
  return {
    curl: `curl "${url}" \\\n  -H "x-AuthKey: ${key}"`,
    TypeScript: `const answer = await fetch(\n  "${url}",\n  { headers: { "x-AuthKey": "${key}" } },\n);\nconsole.log(answer.status, await answer.json());`,
    Python: `import json, urllib.request\n\nrequest = urllib.request.Request(\n    "${url}",\n    headers={"x-AuthKey": "${key}"})\nwith urllib.request.urlopen(request) as answer:\n    print(answer.status, json.load(answer))`,
  };
}

export const languages: readonly Language[] = ["curl", "TypeScript", "Python"];
