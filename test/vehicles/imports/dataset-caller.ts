import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Ask, Got, TestService } from "../../harness.ts";
import { until } from "../../until.ts";

/** The members of an import that tests read. */
export interface ShownImport {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly summary: unknown;
}

/** An operator who uploads and watches datasets of liens. */
export interface DatasetCaller {
  ask(method: string, path: string, how?: Ask): Promise<Got>;
  /** Uploads a file, with a query such as `?version=v1`. */
  put(body: string | Uint8Array, query?: string, headers?: Record<string, string>): Promise<Got>;
  /** Waits for the end of a response's import, whose file is deleted after its state is noted. */
  ended(got: Got): Promise<ShownImport>;
  /** Uploaded files that still exist. */
  uploads(): string[];
}

export function datasetCaller(service: () => TestService): DatasetCaller {
  const ask: DatasetCaller["ask"] = (method, path, how = {}) =>
    service().ask(method, path, { ...how, headers: { ...service().operatorHeaders, ...how.headers } });
  const uploads = () =>
    readdirSync(join(service().app.config.dataDir, "imports")).filter((file) => file.endsWith(".upload"));
  return {
    ask,
    put: (body, query = "", headers = {}) => ask("PUT", `/datasets/lien${query}`, { body, headers }),
    async ended(got) {
      if (got.status !== 200) throw new Error(`the file was not taken: ${got.text}`);
      const { id } = got.body as ShownImport;
      const found = await until(async () => {
        const { body } = await ask("GET", `/imports/${id}`);
        return (body as ShownImport).state !== "running" && (body as ShownImport);
      }, "the import ends");
      await until(() => !uploads().includes(`${id}.upload`), "its file is deleted");
      return found;
    },
    uploads,
  };
}
