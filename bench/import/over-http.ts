import type { Kind } from "../common/databases.ts";
import { type Figure, figure } from "../common/figure.ts";
import { peakMb } from "../common/measure.ts";
import { type GeneratedName, generated } from "./rows.ts";
import { withImportService } from "./service.ts";

/** The rate of an upload's import, and the service's peak memory. */
export function importOverHttp(kind: Kind, name: GeneratedName, file: string): Promise<Figure[]> {
  return withImportService(kind, { VINGATE_IMPORT_MAX: "16GiB" }, async ({ url, firstRun, server }) => {
    const before = peakMb(server.pid);
    const headers = { authorization: firstRun.operator_token };
    const { family, rows } = generated[name];
    const begun = performance.now();
    const body = Bun.file(file).stream();
    const response = await fetch(`${url}/datasets/${family.name}`, { method: "PUT", headers, body });
    if (response.status !== 200) throw new Error(`the upload failed: ${await response.text()}`);
    const { id } = (await response.json()) as { id: string };
    const events = await (await fetch(`${url}/imports/${id}/events`, { headers })).text();
    if (!/^data: .*"state":"done"/m.test(events)) throw new Error(`the import failed: ${events}`);
    const seconds = (performance.now() - begun) / 1000;
    const of = `${name}, ${kind.dialect}`;
    const peakNote = `${Math.round(before)} before; target ≤ 300`;
    return [
      figure(`import over HTTP, ${of}`, rows / seconds, "records/s", "received first"),
      figure(`peak memory of the service, ${of}`, peakMb(server.pid), "MiB", peakNote),
    ];
  });
}
