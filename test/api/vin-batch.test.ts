import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { type Account, kinds, signUp, startService, type TestService, testOrigin } from "../harness.ts";
import { until } from "../until.ts";

const lines = { "content-type": "application/x-ndjson" };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`batches of VINs on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const asLines = (account: Account, body: string | Uint8Array) =>
      service.ask("POST", "/vin-decoder/batch", { headers: { ...lines, "x-AuthKey": account.key }, body });
    const asJson = (account: Account, json: unknown) =>
      service.ask("POST", "/vin-decoder/batch", { headers: { "x-AuthKey": account.key }, json });
    const alone = async (account: Account, path: string) =>
      (await service.ask("GET", path, { headers: { "x-AuthKey": account.key } })).body;
    const used = async ({ subscriptionId }: Account) => {
      await service.app.metering.flush();
      const row = await service.app.database.get<{ used: number }>(
        sql`select used from credit_total where subscription_id = ${subscriptionId}`,
      );
      return row?.used;
    };
    const recorded = ({ subscriptionId }: Account) =>
      service.app.database.all<{ operation: string; url: string; status: number; credits: number }>(
        sql`select operation, url, status, credits from request_log where subscription_id = ${subscriptionId} order by seq`,
      );
    const brief = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => {
          const { status, data, vin, error } = JSON.parse(line);
          return status === "success" ? [data.intro.vin, data.basic.year] : [vin, error.status, error.detail];
        });

    test("JSON: answers in order, errors in place, each charged separately", async () => {
      const account = await signUp(service);
      const vins = [
        "1HGCM82633A004352",
        { vin: "1M8GDM9AXKP042788", year: 2019 },
        "HY7CM82633A004352",
        7,
        "1HG",
      ];
      const got = await asJson(account, { vins });
      expect([got.status, got.headers.get("content-type"), got.body]).toEqual([
        200,
        "application/json",
        {
          status: "success",
          data: [
            await alone(account, "/vin-decoder/1HGCM82633A004352"),
            await alone(account, "/vin-decoder/1M8GDM9AXKP042788?year=2019"),
            {
              status: "error",
              vin: "HY7CM82633A004352",
              error: {
                status: 404,
                code: "vehicle_not_found",
                detail:
                  "Unknown manufacturer code HY7. Codes that begin with HY are assigned in China, Asia.",
              },
            },
            {
              status: "error",
              vin: "",
              error: {
                status: 422,
                code: "validation_error",
                detail: "An entry is a VIN, or an object with vin and, where it is known, year.",
              },
            },
            {
              status: "error",
              vin: "1HG",
              error: {
                status: 422,
                code: "validation_error",
                detail: "The VIN has 3 characters; a VIN has 17.",
              },
            },
          ],
        },
      ]);
      expect(await used(account)).toBe(4);
      expect((await recorded(account)).filter(({ operation }) => operation === "decodeVins")).toEqual(
        [200, 200, 404, 422, 422].map((status) => {
          return {
            operation: "decodeVins",
            url: "/vin-decoder/batch",
            status,
            credits: status === 200 ? 1 : 0,
          };
        }),
      );
    });

    test("lines: one answer for each line, valid or not", async () => {
      const account = await signUp(service);
      const sent = [
        "1hgcm826-33a0 04352\r",
        "",
        '{"vin":"1M8GDM9AXKP042788","year":2019}',
        '{"vin":"1M8GDM9AXKP042788","year":1850}',
        '{"vin":"1M8GDM9AXKP',
        '"5YJ3E1EA7KF317000"',
        "x".repeat(1_100_000),
        "1HGCM82633AO04353",
      ];
      const bytes = Buffer.concat([Buffer.from(`${sent.join("\n")}\n`), Buffer.from([0x31, 0xff, 0x0a])]);
      const got = await asLines(account, bytes);
      expect([got.status, got.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
      expect(brief(got.text)).toEqual([
        ["1HGCM82633A004352", "2003"],
        ["", 422, "The line is empty."],
        ["1M8GDM9AXKP042788", "2019"],
        [sent[3]!, 422, "The year 1850 is not a model year from 1980 to two years from now."],
        [sent[4]!, 422, "The line is not valid JSON."],
        ["5YJ3E1EA7KF317000", "2019"],
        ["x".repeat(40), 422, "The line is longer than 1000 bytes."],
        ["1HGCM82633AO04353", 422, "The VIN has O in position 12, which can never occur there."],
        [
          "1\uFFFD",
          422,
          'The VIN has "\uFFFD" in position 2, which can never occur in a VIN: it holds digits and letters other than I, O and Q.',
        ],
      ]);
      expect(await used(account)).toBe(3);
    });

    test("a line is answered before the next one is sent", async () => {
      const account = await signUp(service);
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const request = new Request(`${testOrigin}/vin-decoder/batch`, {
        method: "POST",
        headers: { ...lines, "x-AuthKey": account.key },
        body: readable,
      });
      const response = await service.serve(request, "127.0.0.1");
      const reader = response.body!.getReader();
      const answers: string[] = [];
      for (const vin of ["1HGCM82633A004352", "5YJ3E1EA7KF317000"]) {
        await writer.write(new TextEncoder().encode(`${vin}\n`));
        answers.push(new TextDecoder().decode((await reader.read()).value));
      }
      await writer.close();
      expect(answers.map((text) => [text.endsWith("}\n"), JSON.parse(text).data.intro.vin])).toEqual([
        [true, "1HGCM82633A004352"],
        [true, "5YJ3E1EA7KF317000"],
      ]);
    });

    test("after the last credit a group of 402 ends the batch", async () => {
      const account = await signUp(service);
      const got = await asLines(account, "1HGCM82633A004352\n".repeat(600));
      const statuses = got.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(statuses.length).toBe(257);
      expect(statuses.slice(0, 15).every(({ status }) => status === "success")).toBe(true);
      expect(new Set(statuses.slice(15).map(({ error }) => error.code))).toEqual(
        new Set(["credits_exhausted"]),
      );
      expect(await used(account)).toBe(15);
    });

    test("a client that disconnects pays only for answered lines", async () => {
      const account = await signUp(service);
      const granted = await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, {
        headers: service.operatorHeaders,
        json: { set: 20_000, reason: "test" },
      });
      expect(granted.status).toBe(200);
      const hangUp = new AbortController();
      const request = new Request(`${testOrigin}/vin-decoder/batch`, {
        method: "POST",
        headers: { ...lines, "x-AuthKey": account.key },
        body: "1HGCM82633A004352\n".repeat(20_000),
        signal: hangUp.signal,
      });
      const response = await service.serve(request, "127.0.0.1");
      const reader = response.body!.getReader();
      const first = await reader.read();
      const received = new TextDecoder().decode(first.value).trimEnd().split("\n").length;
      hangUp.abort();
      await reader.cancel();
      const charged = await until(async () => {
        const [credits, rows] = [(await used(account))!, await recorded(account)];
        return credits >= received && rows.reduce((sum, row) => sum + row.credits, 0) === credits && credits;
      }, "the lines that were sent are charged");
      // Only lines that were answered ahead of the reader.
      expect(charged).toBeLessThanOrEqual(received + 2 * 256);
    });

    test("an invalid batch is refused free of charge", async () => {
      const account = await signUp(service);
      const vins = Array.from({ length: 10_001 }, () => "1HGCM82633A004352");
      const refused = [
        await asJson(account, { vins: [] }),
        await asJson(account, ["1HGCM82633A004352"]),
        await asJson(account, { vins }),
        await service.ask("POST", "/vin-decoder/batch", { json: { vins } }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([422, 422, 413, 401]);
      expect(await used(account)).toBe(0);
    });
  });
}
