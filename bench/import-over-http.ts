import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FirstRun } from "../src/management/system/first-run.ts";
import type { Kind } from "../test/database/databases.ts";
import type { Figure } from "./figure.ts";
import { type GeneratedName, generated } from "./import-rows.ts";
import { startImportService } from "./import-service.ts";

/** The most memory that a process has had, MiB. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** How fast a service takes a file that is sent to it, and the most memory that it has then. */
export async function importOverHttp(kind: Kind, name: GeneratedName, file: string): Promise<Figure[]> {
  await using started = await startImportService(kind, { VINGATE_IMPORT_MAX: "16GiB" });
  const { service, folder } = started;
  const before = peakOf(service.pid);
  const first = (await Bun.file(join(folder, "first-run.json")).json()) as FirstRun;
  const headers = { authorization: first.operator_token };
  const { family, rows } = generated[name];
  const address = `${service.url}/datasets/${family.name}`;
  const begun = performance.now();
  const answer = await fetch(address, { method: "PUT", headers, body: Bun.file(file).stream() });
  if (answer.status !== 200) throw new Error(`the file was not taken: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  const events = await (await fetch(`${service.url}/imports/${id}/events`, { headers })).text();
  if (!/^data: .*"state":"done"/m.test(events)) throw new Error(`the import did not end well: ${events}`);
  const seconds = (performance.now() - begun) / 1000;
  const told = `${name}, ${kind.dialect}`;
  return [
    { name: `import over HTTP, ${told}`, value: rows / seconds, unit: "records/s", note: "received first" },
    {
      name: `peak memory of the service, ${told}`,
      value: peakOf(service.pid),
      unit: "MiB",
      note: `${Math.round(before)} before; target ≤ 300`,
    },
  ];
}
