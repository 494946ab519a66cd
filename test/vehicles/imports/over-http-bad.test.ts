import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { name, sql } from "../../../src/database/sql.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { kinds, problem, startService, type TestService } from "../../harness.ts";
import { datasetCaller, type ShownImport } from "./dataset-caller.ts";
import { lienHeader, lienRow, vins, zipOf } from "./liens.ts";
import { mutated } from "./mutated.ts";

const importMax = 100_000;
/** `VINGATE_FUZZ` sets more. */
const files = Number(process.env.VINGATE_FUZZ ?? 60);
const csv = lienHeader + vins.map((vin) => lienRow(vin, "Acme Bank")).join("");
const whole = gzipSync(csv);
/** Grows a thousandfold, beyond the limit. */
const bomb = Buffer.alloc(importMax * 20, "a");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`invalid uploads over HTTP on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_IMPORT_MAX: String(importMax) });
      expect((await ended(await put(csv, "?version=good"))).state).toBe("done");
    });
    afterAll(() => service.end());

    const { ask, put, ended, uploads } = datasetCaller(() => service);
    const datasets = async () => (await ask("GET", "/datasets/lien")).body;
    test("are refused by their headers or first bytes", async () => {
      const before = await datasets();
      const announced = { "content-length": String(importMax + 1) };
      const tooLarge = `Body too large. Maximum: ${importMax} bytes (VINGATE_IMPORT_MAX).`;
      for (const [body, headers, ...expected] of [
        ["", {}, "bad_request", 400, "Bad request", "The body is empty. Send the file as the body."],
        [
          csv,
          { "content-encoding": "gzip" },
          "bad_request",
          400,
          "Bad request",
          "The body is not gzip, but Content-Encoding says so.",
        ],
        [
          csv,
          { "content-encoding": "br" },
          "unsupported_media_type",
          415,
          "Unsupported media type",
          "Content-Encoding can be gzip or zstd.",
        ],
        [
          ...[csv, { "content-type": "multipart/form-data; boundary=x" }, "unsupported_media_type", 415],
          ...[
            "Unsupported media type",
            "Send the file itself as the body, not in a form (curl -T FILE, or --data-binary @FILE).",
          ],
        ] as const,
        [csv, announced, "content_too_large", 413, "Content too large", tooLarge],
        ["x".repeat(importMax + 1), {}, "content_too_large", 413, "Content too large", tooLarge],
      ] as const) {
        const got = await put(body as string, "", headers as Record<string, string>);
        const [code, status, title, detail] = expected as [string, number, string, string];
        expect([got.status, got.body]).toEqual([status, problem(code, status, title, detail, got)]);
      }
      const unknown = await ask("PUT", "/datasets/liens", { body: csv });
      expect([unknown.status, (unknown.body as { detail: string }).detail.slice(0, 49)]).toEqual([
        404,
        'There is no family of records "liens"; there are ',
      ]);
      for (const [query, named, msg, input] of [
        ["source=epa", "source", "must be one of records", "epa"],
        ["version=%00", "version", "a NUL character is not allowed", "\0"],
        ["max_rejects=2%25%25", "max_rejects", "must be a number or a share such as 1%", "2%%"],
        [
          "map=%5B%5D",
          "map",
          'it must be an object of documented names, each with a column\'s name or {"value": "…"}',
          "[]",
        ],
      ] as const) {
        const got = await put(csv, `?${query}`);
        expect([got.status, got.body]).toEqual([
          422,
          {
            detail: [
              {
                type: "value_error",
                loc: ["query", named],
                msg: `Value error, ${msg}`,
                input,
                ctx: { error: {} },
              },
            ],
          },
        ]);
      }
      expect(await datasets()).toEqual(before);
      expect(uploads()).toEqual([]);
    });

    test("fail with a reason, and the current records stay", async () => {
      const before = await datasets();
      for (const [body, error] of [
        [
          whole.subarray(0, -20),
          "the gzip data ends early (unexpected end of file); download or compress the file again",
        ],
        [
          zstdCompressSync(csv).subarray(0, -3),
          "the zstd data ends early (unexpected end of file); download or compress the file again",
        ],
        [zipOf("liens.csv", Buffer.from(csv)).subarray(0, 80), /^the archive ends early or is damaged/],
        [gzipSync(bomb), "the input has more than the 1 MiB allowed"],
        [zstdCompressSync(bomb), "the input has more than the 1 MiB allowed"],
        [crypto.getRandomValues(Buffer.alloc(4000)), /./],
        ["a,b\n1,2\n", /^line 1: lien has no column "a"/],
        [`${lienHeader}"1HGCM82633A004352,Acme,active,2026-11-01\n`, /line 2/],
        ["\n\n\n", /./],
        ["<!doctype html><html><body>Sign in</body></html>", /./],
        [
          `{"vin":"1HGCM82633A004352","liens":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n`,
          /line 1, liens\.1 .*must be an object/,
        ],
        [
          `vin,liens\n1HGCM82633A004352,${"[".repeat(40_000)}${"]".repeat(40_000)}\n`,
          /line 2, liens .*deeper/,
        ],
        [
          Array.from({ length: 10_001 }, (_, at) => at.toString(36)).join(),
          /^line 1: has more than 10,000 col/,
        ],
        ['{"vin": "1HGCM82633A004352"', /line 1/],
      ] as const) {
        const { state, error: received } = await ended(await put(body, "?version=bad"));
        expect(state).toBe("failed");
        if (typeof error === "string") expect(received).toBe(error);
        else expect(received).toMatch(error);
        expect(await datasets()).toEqual(before);
      }
      expect(uploads()).toEqual([]);
    });

    test("are ended if the sender disconnects", async () => {
      const before = await datasets();
      const body = new ReadableStream({
        start(to) {
          to.enqueue(Buffer.from(csv));
          setTimeout(() => to.error(new Error("hung up")), 20);
        },
      });
      const request = new Request("http://vingate.test/datasets/lien", {
        method: "PUT",
        headers: service.operatorHeaders,
        body,
      });
      const answer = await service.serve(request, "127.0.0.1");
      expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
        400,
        "The body ended before it was complete.",
      ]);
      const [last] = (await ask("GET", "/imports?page_size=1")).body as ShownImport[];
      expect([last?.state, last?.error]).toEqual([
        "failed",
        "the upload failed: The body ended before it was complete.",
      ]);
      expect(await datasets()).toEqual(before);
      expect(uploads()).toEqual([]);
    });

    test(`of ${files} damaged files are imported or refused; no table is half loaded`, async () => {
      const ends: Record<string, number> = {};
      for (let index = 0; index < files; index += 1) {
        const got = await put(mutated(index), "?max_rejects=2");
        const end = got.status === 200 ? await ended(got) : { state: String(got.status), error: got.text };
        ends[end.state] = (ends[end.state] ?? 0) + 1;
        if (end.state !== "done") expect(end.error).toBeTruthy();
        expect(end.error ?? "").not.toMatch(/internal|undefined|\[object/);
        const { versions } = (await datasets()) as { versions: { state: string; rows: number }[] };
        const counted = await service.app.database.all<{ state: string; rows: number }>(sql`
          select state, (select count(*) from ${name(lienRecords.table)} where dataset = dataset.id) as rows
          from dataset where family = 'lien' order by state`);
        expect(counted).toEqual(versions.map(({ state, rows }) => ({ state, rows })));
      }
      expect(Object.keys(ends).sort()).toEqual(["done", "failed"]);
    }, 120_000);
  });
