import { byteCount, clickhouseCluster, clickhouseUrl, secretSetting, setting } from "./setting.ts";

/** Settings of the ClickHouse that keeps single calls. */
export const clickhouseSettings = {
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
};
