import { afterAll, beforeAll, expect, test } from "bun:test";
import { newFolder } from "../../../../test/service-process.ts";
import { changedTable, tableStatements } from "../call-table.ts";
import { type ClickhouseProcess, noClickhouse, startClickhouse } from "./start-engine.ts";

const { folder, remove } = newFolder();
let engine: ClickhouseProcess;

beforeAll(async () => {
  if (!noClickhouse) engine = await startClickhouse(folder, { password: "secret" });
});

afterAll(async () => {
  await engine?.kill();
  remove();
});

const send = (query: string, body?: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${engine.url}/?${new URLSearchParams({ query })}`, {
    method: "POST",
    headers: { "x-clickhouse-key": "secret", ...headers },
    ...(body && { body }),
  });

test.skipIf(noClickhouse !== undefined)(
  "the engine inserts, selects and keeps rows when it is killed",
  async () => {
    await engine.query("create table t (a UInt8, s String) engine = MergeTree order by a");
    const rows = Bun.zstdCompressSync(new Uint8Array([7, 2, 104, 105, 8, 0]));
    const inserted = await send("insert into t (a, s) format RowBinary", new Uint8Array(rows), {
      "content-encoding": "zstd",
    });
    expect([inserted.status, await inserted.text()]).toEqual([200, ""]);
    await engine.kill();
    engine = await startClickhouse(folder, { port: engine.port, password: "secret" });
    expect(await engine.query("select * from t order by a")).toBe("7\thi\n8\t\n");
  },
);

test.skipIf(noClickhouse !== undefined)(
  "the engine binds values and refuses as ClickHouse does",
  async () => {
    const bound = new URLSearchParams({
      query: "select {a:String} as a format JSONEachRow",
      param_a: "it's",
    });
    const got = await fetch(`${engine.url}/?${bound}`, { headers: { "x-clickhouse-key": "secret" } });
    expect(await got.json()).toEqual({ a: "it's" });
    const wrong = await send("selec 1");
    expect([wrong.status, wrong.headers.get("x-clickhouse-exception-code")]).toEqual([500, "62"]);
    const denied = await fetch(`${engine.url}/?query=select%201`);
    expect([denied.status, denied.headers.get("x-clickhouse-exception-code")]).toEqual([403, "516"]);
  },
);

test.skipIf(noClickhouse !== undefined)(
  "the statements for a cluster are ClickHouse's language",
  async () => {
    // The engine is one server: it parses them, and no test runs them.
    for (const statement of tableStatements("calls", { cluster: "main", days: 30 }))
      expect(await engine.query(`explain ast ${statement}`)).toMatch(/^(?:Create|Alter)Query +vingate_call/);
    const change = `alter table ${changedTable("main")} update address = '' where user_id = 'ada'`;
    expect(await engine.query(`explain ast ${change}`)).toMatch(/^AlterQuery +vingate_call_part/);
  },
);
