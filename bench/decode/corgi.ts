import { Database } from "bun:sqlite";
import { CoreVINDecoder } from "@cardog/corgi/browser";

type Bound = string | number | null;

/**
 * VIN/s of corgi's own decoder. Its native driver is not installed here, so it uses Bun's SQLite through its own
 * adapter interface, with its query cache.
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
