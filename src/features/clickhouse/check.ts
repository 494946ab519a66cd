import { DatabaseUnavailable } from "../../database/errors.ts";
import { type Check, fault, ok } from "../../running/check.ts";
import { Clickhouse, ClickhouseError } from "./clickhouse.ts";
import { configuredClickhouse } from "./settings.ts";

/** Where single calls are kept. */
export const clickhouseCheck: Check = {
  name: "single calls",
  async run({ config }) {
    const options = configuredClickhouse(config);
    if (!options) return ok("The database keeps them");
    const clickhouse = new Clickhouse(options);
    try {
      const [row] = await clickhouse.rows<{ version: string }>("select version() as version");
      return ok(`ClickHouse ${row?.version} at ${clickhouse.place} keeps them`);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || error instanceof ClickhouseError)) throw error;
      return fault(
        `${clickhouse.place}: ${error.message.split("\n")[0]!.replace(/\.$/, "")}`,
        "Check ClickHouse and VINGATE_CLICKHOUSE_URL. Until then calls wait in the journals.",
      );
    }
  },
};
