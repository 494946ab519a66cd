import { serviceUrl } from "../base/service-path.ts";

export type Language = "curl" | "TypeScript" | "Python";

/** What a request has besides its path and key. The body is JSON. */
export interface SampleRequest {
  readonly method?: string | undefined;
  readonly body?: string | undefined;
}

const mediaType = "application/json";

/** A lookup's request in three languages. */
export function samples(
  path: string,
  key: string,
  { method = "GET", body }: SampleRequest = {},
): Readonly<Record<Language, string>> {
  const url = serviceUrl + path;
  const isGet = method === "GET";
  const sent = body === undefined ? undefined : compact(body);
  const text = JSON.stringify(sent);
  const curl = [
    `curl${isGet ? "" : ` -X ${method}`} "${url}"`,
    `-H "x-AuthKey: ${key}"`,
    ...(sent === undefined
      ? []
      : [`-H "Content-Type: ${mediaType}"`, `-d '${sent.replaceAll("'", "'\\''")}'`]),
  ];
  const type = sent === undefined ? "" : `, "Content-Type": "${mediaType}"`;
  const options = [
    ...(isGet ? [] : [`method: "${method}"`]),
    `headers: { "x-AuthKey": "${key}"${type} }`,
    ...(sent === undefined ? [] : [`body: ${text}`]),
  ];
  const python = [
    `"${url}"`,
    ...(isGet ? [] : [`method="${method}"`]),
    `headers={"x-AuthKey": "${key}"${type}}`,
    ...(sent === undefined ? [] : [`data=${text}.encode()`]),
  ];
  return {
    curl: curl.join(" \\\n  "),
    TypeScript: `const response = await fetch(\n  "${url}",\n  { ${options.join(", ")} },\n);\nconsole.log(response.status, await response.json());`,
    Python: `import json, urllib.request\n\nrequest = urllib.request.Request(\n    ${python.join(",\n    ")})\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))`,
  };
}

/** JSON on one line; any other text as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

export const languages: readonly Language[] = ["curl", "TypeScript", "Python"];
