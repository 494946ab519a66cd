import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lienMapping } from "../../../../../test/gateway/vendor.ts";
import { kinds } from "../../../../../test/harness.ts";
import { sql } from "../../../../database/sql.ts";
import { parseVendorMapping } from "../../mappings/parse-vendor-mapping.ts";
import type { VendorMapping } from "../../mappings/vendor-mapping.ts";
import { compactedMapping, compactMapping, readsTheSame } from "../../stored-mappings/compact-mapping.ts";
import { TargetMappings } from "../../stored-mappings/target-mappings.ts";

const folder = join(import.meta.dir, "../../vendors");
const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

/** What becomes of an answer: its record, or why it has none. */
function outcomeOf(read: () => Uint8Array | undefined): string | undefined {
  try {
    const body = read();
    return body && Buffer.from(body).toString();
  } catch (error) {
    return String(error);
  }
}

test("a compact mapping makes the requests of its text, and reads the same", () => {
  for (const [name, text] of files) {
    const whole = parseVendorMapping(text, name);
    const compact = compactedMapping(compactMapping(text));
    expect([compact.api, compact.price]).toEqual([whole.api, whole.price]);
    for (const { lookup, status, body } of whole.samples) {
      const [, path = "", ...values] = /^(\/[^/]+)\/([^/?]+)(?:\/([^/?]+))?(?:\/([^/?]+))?/.exec(lookup)!;
      const params = { vin: values[0]!, license_plate: values[0]!, state: values[1] ?? "CA" };
      const asked = [`${path}/{vin}`, `${path}/{license_plate}/{state}`].map((one) => ({
        path: one,
        params,
      }));
      const answer = { status, body: Buffer.from(body === undefined ? "" : JSON.stringify(body)) };
      for (const one of asked) {
        expect(compact.requestOf(one)).toEqual(whole.requestOf(one));
        expect(outcomeOf(() => compact.read(answer, one))).toEqual(outcomeOf(() => whole.read(answer, one)));
      }
    }
  }
});

test("an infinite number is the text that it was, and aliases cannot make a mapping long", () => {
  const odd = lienMapping.replace("make: make", "make: { value: .inf }");
  const read = (mapping: VendorMapping) =>
    outcomeOf(() =>
      mapping.read(
        { status: 200, body: Buffer.from('{"data": {"model": "Accord", "year": "2003"}}') },
        { path: "/lien/{vin}", params: { vin: "1HGCM82633A004352" } },
      ),
    );
  const [here, compact] = [parseVendorMapping(odd, "odd"), compactedMapping(compactMapping(odd))];
  expect(read(compact)).toBe(read(here)!);
  expect(read(compact)).toContain('"make":"Infinity"');
  const words = `&long { ${Array.from({ length: 5000 }, (_, at) => `"a word of a vendor ${at}": ours`).join(", ")} }`;
  const repeated = Array.from({ length: 60 }, (_, at) => `  x${at}: *long`).join("\n");
  const long = lienMapping.replace("make: make", `make: { path: make, values: ${words} }`);
  expect(() => compactMapping(`${long}more:\n${repeated}\n`)).toThrow(
    "the mapping has more than 1024 KiB with what its aliases repeat",
  );
});

test("texts read the same without their comments, white space, samples and price", () => {
  const written = `# Reviewed.\n${lienMapping.replace("record: data", 'record:   "data" # As before.')}`;
  const others = [
    written,
    lienMapping.slice(0, lienMapping.indexOf("samples:")),
    `${lienMapping}price: { amount: "1", currency: USD }\n`,
  ];
  expect(others.map((text) => readsTheSame(lienMapping, text))).toEqual([true, true, true]);
  const changed = [
    lienMapping.replace("make: make", "make: maker"),
    lienMapping.replace("record: data", "record: body"),
    lienMapping.replace("/v1/titles", "/v2/titles"),
    "api: [",
  ];
  expect(changed.map((text) => readsTheSame(lienMapping, text))).toEqual(changed.map(() => false));
});

const [sqlite] = kinds;

test("a long mapping is read while other requests are answered", async () => {
  const fresh = await sqlite!.migrated();
  const database = await fresh.open();
  const failures: unknown[] = [];
  const mappings = new TargetMappings(database, (error) => failures.push(error));
  const sample = "  - { lookup: /lien/1HGCM82633A004352, status: 404, is: not_found }\n";
  const long = lienMapping + sample.repeat(Math.floor((262_144 - lienMapping.length) / sample.length));
  const store = (text: string, sha256: string) =>
    database.transaction((tx) =>
      tx.run(sql`
        insert into api_mapping (api_id, source, text, sha256, updated_at) values ('lien', 'first', ${text}, ${sha256}, 1)
        on conflict (api_id, source) do update set text = excluded.text, sha256 = excluded.sha256`),
    );
  /** How often the event loop turned until the mappings were read. */
  const turns = async () => {
    let count = 0;
    let isRead = false;
    const reading = mappings.refresh().then(() => {
      isRead = true;
    });
    while (!isRead) {
      await new Promise((resolve) => setImmediate(resolve));
      count += 1;
    }
    await reading;
    return count;
  };
  await store(lienMapping, "short");
  const short = await turns();
  await store(long, "long");
  expect([(await turns()) > 10 * short + 20, failures]).toEqual([true, []]);
  const lookup = { path: "/lien/{vin}", params: { vin: "1HGCM82633A004352" } };
  expect(mappings.find("lien", "first")!.mapping.requestOf(lookup)?.path).toBe(
    "/v1/titles/1HGCM82633A004352",
  );
  await database.close();
  await fresh.end();
});
