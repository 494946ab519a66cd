import type { Source } from "../../../src/vehicles/imports/sources/source.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import type { Kind } from "../../database/databases.ts";
import { startService } from "../../harness.ts";
import { lookupCaller } from "../lookups/lookup-caller.ts";
import { importText } from "./importing.ts";

/** A service for tests of registers, with a caller. */
export async function startRegisters(kind: Kind) {
  const service = await startService(kind);
  const who = await lookupCaller(service);
  return {
    service,
    who,
    load: (source: Source, text: string | Uint8Array) =>
      importText(service.app.database, source, text, { version: "2026-11" }),
    /** The status, source, and data or detail of a lookup. */
    async answered(path: string) {
      forgetDatasets(service.app.database);
      const { status, headers, body } = await who.lookUp(path);
      const { data, detail } = body as { data?: unknown; detail?: unknown };
      return [status, headers.get("x-data-source"), data ?? detail];
    },
  };
}
