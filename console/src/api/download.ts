import { servicePath } from "../base/service-path.ts";
import { showToast } from "../base/toast.ts";
import { authorized } from "./client.ts";
import { asProblem, type Problem, problemOf } from "./problem.ts";

type Query = Readonly<Record<string, string>>;

/** Saves the table of one response. */
export function downloadCsv(path: string, name: string, query: Query): Promise<void> {
  return save(name, async () => [await readTable(path, query)]);
}

/** Saves all pages of a report as one table. */
export function downloadReport(path: string, name: string, query: Query): Promise<void> {
  return save(name, async () => {
    const pages: string[] = [];
    for (let page = 1; ; page++) {
      const text = await readTable(path, { ...query, page: String(page), page_size: "1000" });
      // Each page repeats the column names.
      const rows = text.slice(text.indexOf("\n") + 1);
      if (page > 1 && rows === "") return pages;
      pages.push(page === 1 ? text : rows);
    }
  });
}

async function readTable(path: string, query: Query): Promise<string> {
  const address = `${servicePath}${path}?${new URLSearchParams(query)}`;
  const response = await authorized(new Request(address, { headers: { accept: "text/csv" } }));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response.text();
}

/** Saves the body of one response as it is; its type can decide its name. A refusal is a toast, unless it is shown. */
export async function downloadFile(
  path: string,
  name: string | ((type: string) => string),
  accept: string,
  refused: (problem: Problem) => void = ({ message }) => showToast(message),
): Promise<void> {
  try {
    const response = await authorized(new Request(servicePath + path, { headers: { accept } }));
    if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
    const body = await response.blob();
    saveBlob(typeof name === "string" ? name : name(body.type), body);
  } catch (error) {
    refused(asProblem(error));
  }
}

/** Saves a text as a file. */
export const saveText = (name: string, ...texts: string[]): void =>
  saveBlob(name, new Blob(texts, { type: "text/csv" }));

export function saveBlob(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function save(name: string, read: () => Promise<string[]>): Promise<void> {
  try {
    saveText(name, ...(await read()));
  } catch (error) {
    showToast(asProblem(error).message);
  }
}
