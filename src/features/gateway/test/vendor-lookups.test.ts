import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type FamilyService,
  type Source,
  startFamilies,
  startSource,
} from "../../../../test/gateway/family-upstreams.ts";
import { type Account, kinds } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import type { VendorSample } from "../mappings/vendor-sample.ts";
import { mappedApis, vendorFiles } from "./vendor-files.ts";

// One database: no statement depends on what a vendor answers.
for (const kind of kinds.slice(0, 1))
  describe.skipIf(kind.missing)(`lookups answered by vendors on ${kind.dialect}`, () => {
    let service: FamilyService;
    let source: Source;
    let who: Account;
    const answered = new Set<string>();
    beforeAll(async () => {
      service = await startFamilies(kind);
      source = startSource();
      who = await service.customer({ credit_cost: { default: 0 } });
    });
    afterAll(async () => {
      await service.end();
      await source[Symbol.asyncDispose]();
    });

    /** Makes the vendor of a file the upstream of its API, and waits until its mapping is in use. */
    async function put(api: string, name: string, text: string, first: VendorSample): Promise<void> {
      await service.setUpstream(api, {
        service_url: source.url,
        auth: { query: "key", value: "of-the-vendor" },
        upstream: { source: name, keep_days: null, on_failure: "unavailable" },
      });
      const headers = { ...service.operatorHeaders, "content-type": "application/yaml" };
      const got = await service.ask("PUT", `/apis/${api}/mapping`, { headers, body: text });
      expect([got.status, got.text.includes(`"api":"${api}"`)]).toEqual([200, true]);
      await service.app.identity.keys.refresh();
      answerWith(first);
      const isMapped = async () => (await service.lookUp(who, first.lookup)).status === 200;
      await until(isMapped, `the mapping ${name} is in use`);
    }

    const answerWith = ({ status, body }: VendorSample) => {
      source.answer = () =>
        body === undefined ? new Response(null, { status }) : Response.json(body, { status });
    };

    for (const { name, text, mapping } of vendorFiles)
      test(`${mapping.api} answers from ${name} what its samples declare`, async () => {
        const [first] = mapping.samples;
        await put(mapping.api, name, text, first!);
        for (const sample of mapping.samples) {
          answerWith(sample);
          source.received.length = 0;
          const got = await service.lookUp(who, sample.lookup);
          expect(source.received.map(({ path }) => path)).toEqual([
            expect.stringMatching(/^\/api\/.*[?&]key=of-the-vendor$/),
          ]);
          if (sample.is === "record") {
            expect([got.status, got.body]).toEqual([200, { status: "success", data: sample.data }]);
            expect(got.headers.get("x-data-source")).toStartWith(`${name} `);
            answered.add(mapping.api);
          } else expect(got.status).toBe(sample.is === "not_found" ? 404 : 503);
        }
      });

    test("all eight families have answered", () => {
      expect([...answered].sort()).toEqual([...mappedApis]);
      console.info(`${answered.size} of ${mappedApis.length} families answered, 0 skipped`);
    });
  });
