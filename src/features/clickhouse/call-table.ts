import { type Clickhouse, type ClickhouseOptions, isMissingDatabase, quoted } from "./clickhouse.ts";

export const cacheUses = ["none", "hit", "miss"] as const;
export type CacheUse = (typeof cacheUses)[number];

/** The table that is read and written. With a cluster it is distributed over `vingate_call_part` of every shard. */
export const callTable = "vingate_call";
const partTable = "vingate_call_part";

const word = "LowCardinality(String)";
const number = "UInt64 codec(T64, ZSTD)";
const columns: Readonly<Record<string, string>> = {
  user_id: word,
  at: "DateTime64(3, 'UTC') codec(Delta, ZSTD)",
  journal: word,
  seq: "UInt64 codec(Delta, ZSTD)",
  amended: number,
  subscription_id: word,
  product_id: word,
  api: word,
  operation: word,
  method: word,
  address: word,
  status: "UInt16 codec(ZSTD)",
  credits: number,
  cache: `Enum8(${cacheUses.map((name, index) => `'${name}' = ${index}`).join(", ")})`,
  key: "UInt8 codec(ZSTD)",
  error_code: word,
  source: word,
  request_id: "UUID codec(ZSTD)",
  request_text: "String codec(ZSTD)",
  url: "String codec(ZSTD)",
  request_bytes: number,
  response_bytes: number,
  api_micros: number,
  service_micros: number,
  moved: "UInt8 codec(ZSTD)",
};

/** A call is on one shard, however often it is sent; the calls of a customer are on all. */
const shardKey = "cityHash64(journal, intDiv(seq, 65536))";

/**
 * The statements that create the tables. Rows with the same user, time, journal and seq are one call, of which the last
 * amended one counts. An hour's calls are sorted by user, so that one user's page reads few of them.
 */
export function tableStatements(
  database: string,
  { cluster, days }: Pick<ClickhouseOptions, "cluster" | "days">,
): readonly string[] {
  const on = onCluster(cluster);
  const local = cluster === undefined ? callTable : partTable;
  const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const engine =
    cluster === undefined
      ? "ReplacingMergeTree(amended)"
      : `ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/${database}/${local}', '{replica}', amended)`;
  const window = cluster === undefined ? "non_replicated_deduplication_window = 1000, " : "";
  const part = [
    `create table if not exists ${local} ${on} (${list.join(", ")})`,
    `engine = ${engine}`,
    "partition by toDate(at)",
    "order by (toStartOfHour(at), user_id, at, journal, seq)",
    ttlOf(days),
    `settings ${window}ttl_only_drop_parts = 1`,
  ].join("\n");
  const retention = `alter table ${local} ${on} modify ${ttlOf(days)}`;
  if (cluster === undefined) return [part, retention];
  const whole = `create table if not exists ${callTable} ${on} as ${local}
    engine = Distributed(${quoted(cluster)}, ${quoted(database)}, ${local}, ${shardKey})`;
  return [part, retention, whole];
}

/** A day more than reports show: the doctor compares whole hours. */
const keptDays = (days: number): number => days + 1;
const ttlOf = (days: number): string => `ttl toDateTime(at) + interval ${keptDays(days)} day`;

const onCluster = (cluster: string | undefined): string =>
  cluster === undefined ? "" : `on cluster ${quoted(cluster)}`;

/** The table that a change of rows names. */
export const changedTable = (cluster: string | undefined): string =>
  cluster === undefined ? callTable : `${partTable} ${onCluster(cluster)}`;

/** Creates what is missing, the database included, and sets the retention. */
export async function createTables(clickhouse: Clickhouse, options: ClickhouseOptions): Promise<void> {
  const [first, retention, ...others] = tableStatements(clickhouse.database, options);
  try {
    await clickhouse.run(first!);
  } catch (error) {
    if (!isMissingDatabase(error)) throw error;
    await clickhouse.createDatabase(onCluster(options.cluster));
    await clickhouse.run(first!);
  }
  for (const statement of others) await clickhouse.run(statement);
  const [table] = await clickhouse.rows<{ create: string }>(
    "select create_table_query as create from system.tables where database = currentDatabase() and name = {name:String}",
    { name: options.cluster === undefined ? callTable : partTable },
  );
  // Every node starts so; a change of the table stops its merges for a moment.
  if (!table?.create.includes(`toIntervalDay(${keptDays(options.days)})`))
    await clickhouse.run(retention!, {}, { materialize_ttl_after_modify: 0 });
}
