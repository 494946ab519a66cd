import { serviceUrl } from "../base/service-path.ts";

export type Language = "curl" | "TypeScript" | "Python";

/** A lookup's GET request in three languages. */
export function samples(path: string, key: string): Readonly<Record<Language, string>> {
  const url = serviceUrl + path;
  return {
    curl: `curl "${url}" \\\n  -H "x-AuthKey: ${key}"`,
    TypeScript: `const response = await fetch(\n  "${url}",\n  { headers: { "x-AuthKey": "${key}" } },\n);\nconsole.log(response.status, await response.json());`,
    Python: `import json, urllib.request\n\nrequest = urllib.request.Request(\n    "${url}",\n    headers={"x-AuthKey": "${key}"})\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))`,
  };
}

export const languages: readonly Language[] = ["curl", "TypeScript", "Python"];
