import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { acquireImportLock } from "../../../src/vehicles/imports/jobs/runs.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { type Got, kinds, problem, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { datasetCaller, type ShownImport } from "./dataset-caller.ts";
import { lienHeader, lienOf, lienRow, vins } from "./liens.ts";

/** The names that the first VIN decodes to. */
const accord = { year: "2003", make: "HONDA", model: "Accord" };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`datasets over HTTP on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_IMPORT_MAX: "100000" });
      who = await lookupCaller(service);
    });
    afterAll(() => service.end());

    const { ask, put, ended, uploads } = datasetCaller(() => service);
    const look = async (vin: string) => {
      forgetDatasets(service.app.database);
      const got = await who.lookUp(`/lien/${vin}`);
      return [got.headers.get("x-data-source"), (got.body as { data?: unknown }).data];
    };
    /** Takes both turns of imports that run, so that others wait; the returned function ends that. */
    const takeTurns = async () => {
      const { database, clock } = service.app;
      const locks = await Promise.all(
        ["plate", "auction"].map((family) => {
          const request = { family, source: `records ${family}`, input: "a test", mode: "replace" } as const;
          return acquireImportLock(database, { ...request, dryRun: false }, clock);
        }),
      );
      const progress = { stage: "read", done: 0, total: null, rows: 0, rejected: 0 } as const;
      for (const lock of locks) await lock.renew(progress);
      return async () => {
        for (const lock of locks) await lock.end("stopped", { error: "the test goes on" });
      };
    };

    test("an upload becomes the dataset and reports its progress", async () => {
      const giveTurns = await takeTurns();
      const text = `${lienHeader}${lienRow(vins[0], "Acme Bank")}NOT-A-VIN!,Acme Bank,active,2026-11-01\n`;
      const got = await put(text, "?version=v1&licence=CC0-1.0&max_rejects=1", {
        "content-type": "text/csv",
      });
      const { id } = got.body as ShownImport;
      const begun = {
        id,
        family: "lien",
        source: "records lien",
        input: "the file sent",
        mode: "replace",
        dry_run: false,
        preview: null,
        actor: "operator",
        node: expect.any(String),
        started_at: "2026-11-21T00:00:00.000Z",
      };
      const { progress, ...rest } = got.body as ShownImport & { progress: { stage: string; bytes: number } };
      expect([got.status, got.headers.get("location"), rest as object]).toEqual([
        200,
        `http://vingate.test/imports/${id}`,
        { ...begun, state: "running", ended_at: null, error: null, rejects: null, summary: null },
      ]);
      // An import that waits for its turn has read nothing of what was received.
      expect([`receive ${text.length}`, "wait 0"]).toContain(`${progress.stage} ${progress.bytes}`);
      await giveTurns();
      const reason =
        "must be 17 letters and digits without I, O and Q: lookups of this dataset take no older VINs";
      const changes = { added: 1, removed: 0, changed: 0 };
      expect((await ended(got)) as object).toEqual({
        ...begun,
        state: "done",
        ended_at: "2026-11-21T00:00:00.000Z",
        error: null,
        progress: {
          stage: expect.any(String),
          bytes: text.length,
          bytes_total: text.length,
          rows: 2,
          rejects: 1,
          rows_per_second: expect.any(Number),
          seconds_left: expect.any(Number),
        },
        rejects: {
          rows: 1,
          by_reason: { [`vin ${reason}`]: 1 },
          first: [{ line: 3, column: "vin", value: "NOT-A-VIN!", reason }],
        },
        summary: {
          name: "own",
          version: "v1",
          rows: 1,
          rows_read: 2,
          rows_accepted: 1,
          rows_kept: 0,
          passed_over: {},
          doubtful: {},
          changes,
          seconds: expect.any(Number),
          input_sha256: new Bun.CryptoHasher("sha256").update(text).digest("hex"),
          rows_checksum: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      });
      expect(await look(vins[0])).toEqual(["own v1", { ...lienOf(vins[0], "Acme Bank"), ...accord }]);
      const rejects = await ask("GET", `/imports/${id}/rejects`);
      expect([rejects.status, rejects.headers.get("content-type"), rejects.text]).toEqual([
        200,
        "text/csv; charset=utf-8",
        `line,column,value,reason\n3,vin,NOT-A-VIN!,"${reason}"\n`,
      ]);
      const shown = {
        family: "lien",
        state: "current",
        name: "own",
        version: "v1",
        source: "the operator",
        licence: "CC0-1.0",
        rows: 1,
        checksum: expect.stringMatching(/^[0-9a-f]{16}$/),
        reader: 1,
        older_reader: false,
        loaded_at: "2026-11-21T00:00:00.000Z",
        age_days: 0,
        actor: "operator",
        import: id,
        changes,
        rejects: { rows: 1, by_reason: { [`vin ${reason}`]: 1 } },
        doubtful: {},
      };
      expect((await ask("GET", "/datasets/lien")).body).toEqual({ family: "lien", versions: [shown] });
      expect((await ask("GET", "/datasets")).body).toEqual([shown]);
      expect(uploads()).toEqual([]);
    });

    test("datasets can be compared and rolled back", async () => {
      const made = await ended(
        await put(lienHeader + lienRow(vins[0], "B") + lienRow(vins[1], "C"), "?version=v2"),
      );
      expect([made.state, await look(vins[1])]).toEqual(["done", ["own v2", lienOf(vins[1], "C")]]);
      const total = { by_year: {}, by_make: {} };
      expect((await ask("GET", "/datasets/lien/diff")).body).toEqual({
        added: 1,
        removed: 0,
        changed: 1,
        by_reader: "none",
        ...total,
      });
      const headers = { "idempotency-key": "back" };
      const back = await ask("POST", "/datasets/lien/rollback", { headers });
      const versions = (got: Got) =>
        (got.body as { versions: { version: string; state: string }[] }).versions.map(
          ({ version, state }) => `${version} ${state}`,
        );
      expect([back.status, versions(back)]).toEqual([200, ["v1 current", "v2 previous"]]);
      const again = await ask("POST", "/datasets/lien/rollback", { headers });
      expect([again.status, again.text]).toEqual([200, back.text]);
      expect(await look(vins[0])).toEqual(["own v1", { ...lienOf(vins[0], "Acme Bank"), ...accord }]);
      expect((await ask("GET", "/datasets/lien/diff")).body).toEqual({
        added: 0,
        removed: 1,
        changed: 1,
        by_reader: "none",
        ...total,
      });
      expect(versions(await ask("POST", "/datasets/lien/rollback"))).toEqual(["v2 current", "v1 previous"]);
    });

    test("a dry run reports the same and changes nothing", async () => {
      const before = (await ask("GET", "/datasets/lien")).body;
      const made = await ended(
        await put(lienHeader + lienRow(vins[2], "D"), "?dry_run=true&mode=merge&version=v3"),
      );
      expect([made.state, made.summary]).toMatchObject([
        "done",
        { rows: 3, rows_kept: 2, changes: { added: 1, removed: 0, changed: 0 } },
      ]);
      expect((await ask("GET", "/datasets/lien")).body).toEqual(before);
    });

    test("every compression and format is accepted, declared or not", async () => {
      const csv = Buffer.from(lienHeader + lienRow(vins[0], "Z"));
      const line = Buffer.from(`${JSON.stringify(lienOf(vins[0], "Z"))}\n`);
      const form = "application/x-www-form-urlencoded";
      for (const [body, headers] of [
        [csv, {}],
        [csv, { "content-type": form }],
        [gzipSync(csv), { "content-encoding": "gzip", "content-type": "text/csv; charset=utf-8" }],
        [gzipSync(csv), {}],
        [zstdCompressSync(csv), { "content-encoding": "zstd" }],
        [line, { "content-type": "application/x-ndjson" }],
        [zstdCompressSync(line), {}],
      ] as const) {
        await ended(await put(lienHeader + lienRow(vins[1], "other"), "?version=old"));
        const made = await ended(await put(body, "?version=new", headers));
        expect([headers, made.error, made.state]).toEqual([headers, null, "done"]);
        expect(await look(vins[0])).toEqual(["own new", { ...lienOf(vins[0], "Z"), ...accord }]);
      }
    });

    test("a second import names the first, which can be stopped", async () => {
      const request = {
        family: "lien",
        source: "records lien",
        input: "liens.csv",
        mode: "replace",
      } as const;
      const lock = await acquireImportLock(
        service.app.database,
        { ...request, dryRun: false },
        service.app.clock,
      );
      const second = await put("never read");
      const node = ((await ask("GET", `/imports/${lock.id}`)).body as { node: string }).node;
      const detail = `${node} has been importing liens.csv into lien since 2026-11-21T00:00:00Z; wait for it, or stop it with DELETE /imports/${lock.id}.`;
      expect([second.status, second.body]).toEqual([
        409,
        { ...problem("conflict", 409, "Conflict", detail, second), import: lock.id },
      ]);
      expect((await ask("POST", "/datasets/lien/rollback")).status).toBe(409);
      const stopped = await ask("DELETE", `/imports/${lock.id}`);
      expect([stopped.status, (stopped.body as ShownImport).id]).toEqual([200, lock.id]);
      await expect(lock.renew({ stage: "read", done: 0, total: null, rows: 0, rejected: 0 })).rejects.toThrow(
        "the import was stopped; nothing has changed",
      );
      await lock.end("stopped", { error: "the import was stopped; nothing has changed" });
      const late = await ask("DELETE", `/imports/${lock.id}`);
      expect([late.status, late.body]).toEqual([
        409,
        problem(
          "conflict",
          409,
          "Conflict",
          "The import has ended; only a running import can be stopped.",
          late,
        ),
      ]);
    });

    test("events report progress, resume, and end with the result", async () => {
      const got = await put(lienHeader + lienRow(vins[0], "E"), "?version=v5");
      const { id } = got.body as ShownImport;
      const whole = await ask("GET", `/imports/${id}/events`);
      const shown = await ended(got);
      const events = whole.text.replace("retry: 1000\n\n", "").split("\n\n").filter(Boolean);
      expect([whole.headers.get("content-type"), events.at(-1)]).toEqual([
        "text/event-stream",
        `id: end\nevent: end\ndata: ${JSON.stringify(shown)}`,
      ]);
      for (const event of events.slice(0, -1))
        expect(event).toMatch(/^id: \d+\nevent: progress\ndata: \{"stage":/);
      const resumed = await ask("GET", `/imports/${id}/events`, { headers: { "last-event-id": "end" } });
      expect(resumed.text).toBe(`retry: 1000\n\nid: end\nevent: end\ndata: ${JSON.stringify(shown)}\n\n`);
    });

    test("only the operator's /health has the versions", async () => {
      const of = async (headers: Record<string, string>) =>
        ((await service.ask("GET", "/health", { headers })).body as { versions?: Record<string, string> })
          .versions;
      const vin = (await who.lookUp(`/vin-decoder/${vins[0]}`)).headers.get("x-data-source")!;
      expect(await of(service.operatorHeaders)).toEqual({ vin, lien: "own v5" });
      for (const headers of [{}, service.clientHeaders, { authorization: "Bearer none" }])
        expect(await of(headers)).toBeUndefined();
    });

    test("imports are listed, the latest first", async () => {
      const listed = await ask("GET", "/imports?family=lien&state=done&page_size=2");
      const newest = (listed.body as { summary: { version: string } | null }[])[0];
      expect([listed.status, newest?.summary?.version]).toEqual([200, "v5"]);
      expect(Number(listed.headers.get("x-total-count"))).toBeGreaterThan(10);
    });

    test("imports, rollbacks and stops are in the audit log", async () => {
      const listed = await ask("GET", "/audit?object=/datasets/lien&page_size=1000");
      const entries = listed.body as { action: string; actor: string; after: unknown }[];
      expect(new Set(entries.map(({ action, actor }) => `${action} ${actor}`))).toEqual(
        new Set(["dataset.import operator", "dataset.rollback operator"]),
      );
      expect(entries.at(-1)?.after).toEqual({
        import: expect.any(String),
        mode: "replace",
        dry_run: false,
        max_rejects: "1",
        names: "vin",
        source: "records",
        version: "v1",
        licence: "CC0-1.0",
      });
      const stops = await ask("GET", "/audit?action=import.stop");
      expect((stops.body as unknown[]).length).toBe(1);
    });
  });
}
