import { Database } from "bun:sqlite";
import { CoreVINDecoder } from "@cardog/corgi/browser";

type Bound = string | number | null;

/**
 * Decodes VINs with corgi's own decoder and returns VIN/s. Its native driver is not installed here, so it runs
 * over Bun's SQLite through its own adapter interface, with the query cache it brings.
 */
export async function corgiRate(databaseFile: string, vins: readonly string[]): Promise<number> {
  using database = new Database(databaseFile, { readonly: true });
  const decoder = new CoreVINDecoder({
    async exec(query: string, bound: Bound[] = []) {
      const statement = database.query(query);
      return [{ columns: statement.columnNames, values: statement.values(...bound) }];
    },
    async close() {},
  });
  const begun = performance.now();
  for (const vin of vins) await decoder.decode(vin);
  return (1000 * vins.length) / (performance.now() - begun);
}
