import { say } from "../parts/toast.tsx";
import { servicePath } from "./base.ts";
import { authorized } from "./client.ts";
import { asProblem, problemOf } from "./problem.ts";

/** Saves a report as a table. */
export async function downloadCsv(
  path: string,
  name: string,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const address = `${servicePath}${path}?${new URLSearchParams(query)}`;
    const response = await authorized(new Request(address, { headers: { accept: "text/csv" } }));
    if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    say(asProblem(error).message);
  }
}
