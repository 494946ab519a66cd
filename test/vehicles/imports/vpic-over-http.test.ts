import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openVinPack } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { embedded, problem, startService, type TestService } from "../../harness.ts";
import { until } from "../../until.ts";
import { callOf, recordCalls } from "../../usage-calls.ts";
import { placeTestPack } from "../../vin/shared-pack.ts";
import { datasetCaller, type ShownImport } from "./dataset-caller.ts";
import { writeDump } from "./dump-file.ts";
import { temporaryFolder } from "./importing.ts";

const form = "it is not NHTSA's vPICList_lite, or its form has changed";

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`the decoder's data over HTTP on ${kind.dialect}`, () => {
    let service: TestService;
    let two: string;
    let three: string;
    const folder = temporaryFolder();
    beforeAll(async () => {
      service = await startService(kind);
      two = await dumped(["5J6", "1HG"]);
      three = await dumped(["5J6", "1HG", "1M8"]);
    }, 120_000);
    afterAll(async () => {
      await service.end();
      folder[Symbol.dispose]();
    });

    async function dumped(codes: string[]): Promise<string> {
      const file = join(folder.path, "dump.plain");
      await writeDump(file, codes);
      return readFileSync(file, "utf8");
    }
    const { ask, ended, uploads } = datasetCaller(() => service);
    const put = (body: string | Uint8Array, query = "") => ask("PUT", `/datasets/vpic${query}`, { body });
    const dataDir = () => service.app.config.dataDir;
    const packs = () =>
      readdirSync(dataDir())
        .filter((name) => /^(vin\.pack|vpic)/.test(name))
        .sort();
    const left = () => readdirSync(join(dataDir(), "imports"));
    const versions = async () => {
      const { current, former } = (await ask("GET", "/datasets/vpic")).body as Record<
        string,
        { manufacturers: number } | null
      >;
      return [current?.manufacturers, former?.manufacturers];
    };
    const sha256 = (body: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(body).digest("hex");

    test("a validated dump changes nothing, an imported one is used", async () => {
      expect((await ask("GET", "/datasets/vpic")).body).toEqual({ current: null, former: null });
      const body = gzipSync(two);
      const tried = await ended(await put(body, `?dry_run=true&sha256=${sha256(body)}`));
      expect([tried.state, packs(), left()]).toEqual(["done", [], []]);
      const got = await put(body);
      const { id } = got.body as ShownImport;
      expect([got.status, got.headers.get("location")]).toEqual([200, `http://vingate.test/imports/${id}`]);
      const done = await ended(got);
      expect(done as object).toEqual({
        id,
        family: "vpic",
        source: "vpic",
        input: "the file sent",
        mode: "replace",
        dry_run: false,
        state: "done",
        actor: "operator",
        node: expect.any(String),
        started_at: "2026-11-21T00:00:00.000Z",
        ended_at: "2026-11-21T00:00:00.000Z",
        error: null,
        progress: expect.objectContaining({ stage: expect.stringMatching(/^(read|compile|compare)$/) }),
        rejects: null,
        summary: null,
        preview: null,
        vin_data: {
          version: expect.stringMatching(/^20\d\d-\d\d$/),
          sampled: expect.any(Number),
          changed: 0,
          lost: 0,
          input_sha256: sha256(body),
        },
      });
      const { version } = (done as unknown as { vin_data: Record<string, unknown> }).vin_data;
      expect((await ask("GET", "/datasets/vpic")).body).toEqual({
        current: {
          source: "vpic",
          version,
          patterns: expect.any(Number),
          manufacturers: 2,
        },
        former: null,
      });
      expect([packs(), left()]).toEqual([["vin.pack", "vpic-dump"], []]);
      expect((await openVinPack(dataDir())).meta.source).toBe("vpic");
    }, 120_000);

    test("a rollback exchanges the data, and is audited", async () => {
      const account = { userId: "ada", subscriptionId: "s1" };
      const called = ["5J6RW2H59JL990075", "1M8GDM9AXKP042788", "1M8GDM9AXKP042788"];
      await recordCalls(
        service,
        called.map((vin) => callOf(account, Date.now(), { url: `/vin-decoder/${vin}` })),
      );
      const { state, vin_data } = (await ended(await put(three))) as ShownImport & { vin_data: object };
      expect([state, vin_data]).toEqual([
        "done",
        expect.objectContaining({
          calls: {
            vins: 2,
            bounded: false,
            same: 1,
            changed: 0,
            found: 1,
            lost: 0,
            examples: [
              { vin: "1M8GDM9AXKP", before: "", after: "1989 MOTOR COACH INDUSTRIES 102C3 Intercity" },
            ],
          },
        }),
      ]);
      expect(await versions()).toEqual([3, 2]);
      const back = await ask("POST", "/datasets/vpic/rollback");
      expect([back.status, await versions()]).toEqual([200, [2, 3]]);
      expect(packs()).toEqual(["vin.pack", "vin.pack.former", "vpic-dump", "vpic-dump.former"]);
      const audit = await ask("GET", "/audit?page_size=2");
      const shown = (
        audit.body as { action: string; object: string; after: { manufacturers?: number } }[]
      ).map(({ action, object, after }) => [action, object, after.manufacturers]);
      expect(shown).toEqual([
        ["dataset.rollback", "/datasets/vpic", 2],
        ["dataset.import", "/datasets/vpic", undefined],
      ]);
      expect(await openVinPack(dataDir())).toMatchObject({ meta: { manufacturers: 2 } });
      const listed = (await ask("GET", "/imports?family=vpic")).body as { source: string; state: string }[];
      expect(listed.map(({ source, state }) => `${source} ${state}`)).toEqual([
        "rollback done",
        "vpic done",
        "vpic done",
        "vpic done",
      ]);
    }, 120_000);

    test("a refused dump leaves the data in use", async () => {
      const before = [await versions(), packs()];
      const empty = two.replace(/(COPY vpic\.pattern .*;\n)[\s\S]*?(\\\.\n)/, "$1$2");
      const renamed = two.replace(/(COPY vpic\.pattern .*)keys/, "$1key_text");
      const refused = async (body: string | Uint8Array, query?: string) => {
        const { state, error } = await ended(await put(body, query));
        return [state, error];
      };
      expect(await refused(empty)).toEqual(["failed", `the dump has no rows in the table pattern: ${form}`]);
      expect(await refused(renamed)).toEqual([
        "failed",
        `the dump has no column keys in the table pattern: ${form}`,
      ]);
      expect(await refused("no dump at all")).toEqual([
        "failed",
        expect.stringContaining("this is not a PostgreSQL plain dump"),
      ]);
      expect(await refused(two, `?sha256=${"0".repeat(64)}`)).toEqual([
        "failed",
        `the input's SHA-256 is ${sha256(two)}, not ${"0".repeat(64)}`,
      ]);
      expect([await versions(), packs(), left()]).toEqual([...before, []]);
      expect(service.logged.filter((line) => line.includes("import failed"))).toEqual([]);
    }, 120_000);

    test("a stopped import leaves no files", async () => {
      const before = [await versions(), packs()];
      const whole = join(folder.path, "whole.plain");
      await writeDump(whole);
      const got = await put(readFileSync(whole));
      const { id } = got.body as ShownImport;
      await until(async () => {
        const { body } = await ask("GET", `/imports/${id}`);
        return (body as { progress: { stage: string } | null }).progress?.stage === "compile";
      }, "the dump is compiled");
      expect(existsSync(join(dataDir(), "imports", `${id}.pack`))).toBe(true);
      const second = await put(two);
      expect([second.status, (second.body as { import: string }).import]).toEqual([409, id]);
      expect((await ask("DELETE", `/imports/${id}`)).status).toBe(200);
      const { state, error } = await ended(got);
      expect([state, error]).toEqual(["stopped", "the import was stopped; nothing has changed"]);
      await until(() => left().length === 0, "the files are deleted", 20_000);
      expect([await versions(), packs(), uploads()]).toEqual([...before, []]);
    }, 120_000);

    test("without room or former data nothing is done, and customers are refused", async () => {
      const full = await startService(kind, { VINGATE_DISK_RESERVE: "900000 GiB" });
      const headers = full.operatorHeaders;
      const sent = await full.ask("PUT", "/datasets/vpic", { headers, body: two });
      expect([sent.status, (sent.body as { detail: string }).detail]).toEqual([
        503,
        "The disk has no room for the file. Nothing has changed.",
      ]);
      const back = await full.ask("POST", "/datasets/vpic/rollback", { headers });
      const dir = full.app.config.dataDir;
      expect(back.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          `${dir} contains no previous VIN data: an import keeps the data that it replaces.`,
          back,
        ),
      );
      await placeTestPack(dir);
      expect((await full.ask("GET", "/datasets/vpic", { headers })).body as object).toMatchObject({
        current: { source: "vpic-packaged", manufacturers: 12_767 },
      });
      await full.end();
      expect(
        (await service.ask("PUT", "/datasets/vpic", { headers: service.clientHeaders, body: two })).status,
      ).toBe(403);
    }, 120_000);
  });
}
