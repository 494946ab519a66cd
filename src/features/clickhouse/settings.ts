import { byteCount, secretSetting, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";
import type { Config } from "../../config.ts";
import type { ClickhouseOptions } from "./clickhouse.ts";

/** An HTTP URL whose path, if any, is the name of a database. */
function clickhouseUrl(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  const url = URL.parse(raw);
  // The password is in it.
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/[\w.-]*$/.test(url.pathname) || url.hash)
    throw new Error("must be a URL such as https://user:password@host:8443/database");
  return raw;
}

function clickhouseCluster(raw: string | undefined): string | undefined {
  if (raw !== undefined && !/^[\w.-]{1,100}$/.test(raw))
    throw new Error(`must be the name of a cluster, not "${raw}"`);
  return raw;
}

/** Settings of the ClickHouse that keeps single calls. */
export const clickhouseSettings = featureSettings(
  {
    clickhouseUrl: secretSetting(
      "VINGATE_CLICKHOUSE_URL",
      "none: the database keeps single calls",
      "ClickHouse that keeps single calls, http(s)://user:password@host:8123/database. Its query has settings of ClickHouse.",
      clickhouseUrl,
    ),
    clickhouseCluster: setting(
      "VINGATE_CLICKHOUSE_CLUSTER",
      "none",
      "ClickHouse cluster whose shards and replicas keep the calls.",
      clickhouseCluster,
    ),
    clickhouseWaitMax: setting(
      "VINGATE_CLICKHOUSE_WAIT_MAX",
      "16 GiB",
      "Max. size of the calls in the journals that wait for ClickHouse. Calls above it are refused.",
      byteCount(16 * 2 ** 30, 2 ** 16),
    ),
  },
  "VINGATE_REQUEST_LOG_MAX",
);

/** ClickHouse, if the settings name one. */
export function configuredClickhouse(config: Pick<Config, "requestLogDays">): ClickhouseOptions | undefined {
  const { clickhouseUrl: url, clickhouseCluster: cluster } = clickhouseSettings.of(config);
  return url === undefined ? undefined : { url, cluster, days: config.requestLogDays };
}
