import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { type FamilyService, startFamilies } from "../../../../test/gateway/family-upstreams.ts";
import { lienMapping } from "../../../../test/gateway/vendor.ts";
import { kinds, problem, testStart } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`stored mappings on ${kind.dialect}`, () => {
    let service: FamilyService;
    beforeAll(async () => {
      service = await startFamilies(kind);
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, body?: string, type = "application/yaml") =>
      service.ask(method, path, {
        headers: { ...service.operatorHeaders, ...(body !== undefined && { "content-type": type }) },
        ...(body !== undefined && { body }),
      });
    const stored = () =>
      service.app.database.all(sql`select api_id, source from api_mapping order by api_id, source`);

    test("a mapping is stored as it was put, for each source, and audited", async () => {
      const put = await operator("PUT", "/apis/lien/mapping", lienMapping);
      expect([put.status, put.body]).toEqual([
        200,
        { api: "lien", samples: [expect.objectContaining({ outcome: "record" }), expect.anything()] },
      ]);
      const other = `${lienMapping}# The other one.\n`;
      expect((await operator("PUT", "/apis/lien/mapping?source=other", other)).status).toBe(200);
      const [first, second] = [
        await operator("GET", "/apis/lien/mapping"),
        await operator("GET", "/apis/lien/mapping?source=other"),
      ];
      expect([first.text, second.text]).toEqual([lienMapping, other]);
      expect(first.headers.get("content-type")).toStartWith("application/yaml");
      expect(first.headers.get("last-modified")).toBe(new Date(testStart).toUTCString());
      const digest = createHash("sha256").update(lienMapping).digest("base64");
      expect(first.headers.get("repr-digest")).toBe(`sha-256=:${digest}:`);
      expect((await operator("DELETE", "/apis/lien/mapping?source=other")).body).toEqual({
        status: "success",
      });
      const gone = await operator("DELETE", "/apis/lien/mapping?source=other");
      expect(gone.body).toEqual(
        problem("not_found", 404, "Not found", "API lien has no such mapping.", gone),
      );
      const audits = await service.app.database.all(
        sql`select action, object from audit_log where action like 'api.%_mapping' order by id`,
      );
      const entry = (action: string) => ({ action, object: "/apis/lien" });
      expect(audits).toEqual([
        entry("api.update_mapping"),
        entry("api.update_mapping"),
        entry("api.delete_mapping"),
      ]);
      await operator("DELETE", "/apis/lien/mapping");
    });

    test("every fault is named, with its line or sample, and nothing is stored", async () => {
      const broken = await operator("PUT", "/apis/lien/mapping", "api: lien\nlookups: [\n");
      expect(broken.status).toBe(422);
      const [fault] = (broken.body as { detail: { msg: string; ctx: object }[] }).detail;
      expect([fault!.msg, fault!.ctx]).toEqual([
        expect.stringMatching(/^Value error, line \d+/),
        expect.objectContaining({ line: expect.any(Number) }),
      ]);
      const other = lienMapping.replace("is: not_found", "is: failure").replace("{ data: {", "{ other: {");
      const samples = await operator("PUT", "/apis/lien/mapping", other);
      expect(samples.status).toBe(422);
      const lines = (samples.body as { detail: { loc: unknown[]; ctx: object }[] }).detail;
      expect(lines.map(({ loc, ctx }) => [loc.slice(0, 3), ctx])).toEqual([
        [["body", "samples", 0], expect.objectContaining({ line: 15, sample: 1 })],
        [["body", "samples", 1], expect.objectContaining({ line: 19, sample: 2 })],
      ]);
      const preview = await operator("POST", "/apis/lien/mapping/preview", other);
      expect(preview.status).toBe(200);
      const shown = (preview.body as { samples: { outcome: string; as_declared: boolean }[] }).samples;
      expect(shown.map(({ outcome, as_declared }) => [outcome, as_declared])).toEqual([
        ["outside", false],
        ["not_found", false],
      ]);
      const binary = await operator("PUT", "/apis/lien/mapping", "api: lien\0");
      expect(binary.status).toBe(422);
      const long = await operator("PUT", "/apis/lien/mapping", `${lienMapping}#${"x".repeat(2 ** 18)}`);
      expect(long.status).toBe(413);
      const typed = await operator("PUT", "/apis/lien/mapping", lienMapping, "text/plain");
      expect(typed.status).toBe(415);
      expect(await stored()).toEqual([]);
    });

    test("only built-in APIs whose lookups ask upstreams have mappings, each its own", async () => {
      for (const [api, reason] of [
        ["vin-decoder", "vin-decoder computes its answers. It asks no upstream, so it has no mapping."],
        ["auction", 'The mapping is for lien, not for auction. Put it there, or change its "api".'],
      ]) {
        const got = await operator("PUT", `/apis/${api}/mapping`, lienMapping);
        expect(got.body).toEqual(problem("conflict", 409, "Conflict", reason!, got));
      }
      expect((await operator("PUT", "/apis/none/mapping", lienMapping)).status).toBe(404);
      expect(await stored()).toEqual([]);
    });

    test("it goes with the upstream or the fallback", async () => {
      const upstream = {
        service_url: "http://127.0.0.1:9/",
        fallback: { service_url: "http://127.0.0.1:8/" },
      };
      await service.setUpstream("lien", upstream);
      const put = () =>
        Promise.all([
          operator("PUT", "/apis/lien/mapping", lienMapping),
          operator("PUT", "/apis/lien/mapping?source=other", lienMapping),
        ]);
      await put();
      const row = (source: string) => ({ api_id: "lien", source });
      expect(await stored()).toEqual([row("first"), row("other")]);
      await service.setUpstream("lien", { fallback: null });
      expect(await stored()).toEqual([row("first")]);
      await service.setUpstream("lien", upstream);
      await put();
      await service.setUpstream("lien", { service_url: null });
      expect(await stored()).toEqual([]);
    });
  });
