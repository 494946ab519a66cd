import { beforeEach } from "bun:test";
import type { Import } from "../../../console/src/api/datasets.ts";
import type { ImportPreview } from "../../../console/src/api/import-preview.ts";
import { ImportForm } from "../../../console/src/pages/operator/import/import-form.tsx";
import { attach } from "./act.ts";
import { get, one, textOf } from "./find.ts";
import { importPreview } from "./import-records.ts";
import { DomEvent, show, step } from "./page.ts";
import { operator } from "./records.ts";
import { answer, json, respond, sent } from "./service.ts";
import { importRecord, importSummary } from "./service-records.ts";

// The form of an import, and a service that validates and imports what it sends.

export const upload = "PUT /datasets/{family}";
const column = (name: string, required = false) => ({ name, form: "text", required, about: "", example: "" });
export const described = {
  family: "auction",
  columns: [column("vin", true), column("price"), column("data.keys"), column("data.note")],
  sources: [],
};
const rejects = { rows: 14, by_reason: { "bad VIN": 2, "no such word": 12 }, first: [] };
export const summary = importSummary({ rows_read: 1204, rows_accepted: 1190 });

/** What the form requests before a file is given; after `setUp`. */
export const setUpImports = () =>
  beforeEach(() => {
    respond("get", "/imports", []);
    respond("get", "/datasets/{family}/columns", described);
    respond("get", "/datasets/{family}", { family: "auction", versions: [] });
  });

/** Each file that is sent ends with the next of these. */
export function imports(...ends: readonly Partial<Import>[]): void {
  let at = 0;
  const idOf = (number: number) => `imp-${number}`;
  answer(upload, () => {
    at += 1;
    return json(importRecord({ id: idOf(at), state: "running" }), 202);
  });
  answer("GET /imports/{id}/events", ({ path }) => {
    const end = ends.find((_, index) => path.includes(`/${idOf(index + 1)}/`));
    const record = importRecord({ id: path.split("/")[2] ?? "", dry_run: true, ...end });
    return new Response(`event: end\ndata: ${JSON.stringify(record)}\n\n`);
  });
}

export const found = (preview: Partial<ImportPreview> = {}, more: Partial<Import> = {}): Partial<Import> => ({
  summary,
  rejects,
  preview: importPreview(preview),
  ...more,
});
export const refused = (preview: Partial<ImportPreview>, error = "No."): Partial<Import> =>
  found(preview, { state: "failed", summary: null, rejects: null, error });
export const imported = { dry_run: false, summary, rejects };

export const file = (name = "sales.xlsx") => new File(["FIN\n"], name);
export const open = () => show(<ImportForm family="auction" />, { as: operator() });
export async function give(one = file()) {
  await open();
  await attach("File", one);
}
export const queries = () => sent(upload).map(({ query }) => query);
export const mappingSent = (index: number) => JSON.parse(queries()[index]?.mapping ?? "{}");
export const live = () => textOf(one("[aria-live]"));

export function drop(files: readonly File[], types = ["Files"]): Promise<void> {
  const event = new DomEvent("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { files, types } });
  return step(() => get("region", "File to import").dispatchEvent(event));
}
