import { servicePath } from "../base/service-path.ts";
import { reach } from "./client.ts";
import { problemOf } from "./problem.ts";

/** The text at a path of the service that needs no credential. Throws a `Problem`. */
export async function textAt(path: string): Promise<string> {
  const response = await reach(new Request(servicePath + path));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response.text();
}
