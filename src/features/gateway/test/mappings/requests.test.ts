import { describe, expect, test } from "bun:test";
import { parseVendorMapping } from "../../mappings/parse-vendor-mapping.ts";

const partsPath = "/oem-parts/{year}/{make}/{model}/{trim}/{category}/{subcategory}";
const params = {
  year: "2018",
  make: "Honda",
  model: "CR-V",
  trim: "EX",
  category: "Brakes",
  subcategory: "F",
};

const parts = (request: object) =>
  parseVendorMapping(
    JSON.stringify({
      api: "oem-parts",
      lookups: [{ requests: { [partsPath]: request }, record: "data", columns: {} }],
    }),
    "vendor.yaml",
  );

const images = (request: object) =>
  parseVendorMapping(
    JSON.stringify({
      api: "vehicle-images",
      lookups: [{ requests: { "/vehicle-images/{vin}": request }, record: "data", columns: {} }],
    }),
    "vendor.yaml",
  );

describe("a vendor's request", () => {
  const mapping = parts({
    path: "/v2/{make}-{year}/{model}/parts",
    query: { "q[]": "{trim} {category}", limit: 50, exact: true },
    headers: { "X-Model": "m={model}", accept: "application/json" },
  });
  const request = (more: object) => mapping.requestOf({ path: partsPath, params: { ...params, ...more } });

  test("has the values of the lookup, encoded for their place", () => {
    expect(request({})).toEqual({
      path: "/v2/Honda-2018/CR-V/parts?q%5B%5D=EX%20Brakes&limit=50&exact=true",
      headers: { "x-model": "m=CR-V", accept: "application/json" },
    });
    expect(request({ model: "a/../b?c#d", trim: "x&y=z", make: "Ä%2F" })).toEqual({
      path: "/v2/%C3%84%252F-2018/a%2F..%2Fb%3Fc%23d/parts?q%5B%5D=x%26y%3Dz%20Brakes&limit=50&exact=true",
      headers: { "x-model": "m=a%2F..%2Fb%3Fc%23d", accept: "application/json" },
    });
    expect(request({ model: "a\r\nx-other: 1" })!.headers["x-model"]).toBe("m=a%0D%0Ax-other%3A%201");
  });

  test("is none if a value would be another path, or cannot be encoded", () => {
    const none = [".", "..", "", "\ud800"].map((model) => request({ model }));
    expect(none).toEqual(none.map(() => undefined));
  });

  test("leaves out a parameter whose value the caller did not give", () => {
    const own = images({ path: "/i/{vin}", query: { y: "{year}" }, headers: { "x-year": "{year}" } });
    const lookup = { path: "/vehicle-images/{vin}", params: { vin: "1HGCM82633A004352" } };
    expect(own.requestOf(lookup)).toEqual({ path: "/i/1HGCM82633A004352", headers: {} });
    expect(own.requestOf({ ...lookup, year: "2003" })).toEqual({
      path: "/i/1HGCM82633A004352?y=2003",
      headers: { "x-year": "2003" },
    });
  });
});

const text = (lines: readonly string[]) => lines.join("\n");
const lien = (...lines: string[]) =>
  text([
    "api: lien",
    "lookups:",
    "  - requests:",
    ...lines.map((line) => (line.startsWith("-") ? `    ${line.slice(1)}` : `      ${line}`)),
  ]);
const ok = "/lien/{vin}: { path: '/{vin}' }";
const columns = (column: string) => lien(ok, "-record: data", "-columns:", column);

describe("a fault in a mapping names the line, the member, and what to write", () => {
  const at = "lookups.0.requests./lien/{vin}";
  const faults: readonly (readonly [mapping: string, fault: string])[] = [
    ["api: [", "line 1: this is neither YAML nor JSON"],
    ["- a", "line 1: the mapping is no object; write api, lookups and samples"],
    ["api: actions", 'line 1: api must be a built-in API; is "auction" meant?'],
    [
      "api: vin-decoder",
      "line 1: api is vin-decoder, whose answers the service computes itself; write headlight",
    ],
    ["api: lien\nlookup: []", 'line 2: lookup is not known; is "lookups" meant?'],
    ["api: lien\nprice: 5\nlookups: []", "line 3: lookups must be a list with an entry"],
    [
      `${columns("as_of: a")}\nprice: 5`,
      'line 8: price must have amount and currency; write {amount: "0.15", currency: USD}',
    ],
    [
      `${columns("as_of: a")}\nprice: { amount: 0.5, currency: US }`,
      'line 8: price.currency is "US": write the currency',
    ],
    [
      lien("/lien/{plate}: { path: / }"),
      "line 4: lookups.0.requests./lien/{plate} is no lookup of this API; write /lien/{vin}",
    ],
    [lien("/lien/{vin}: { path: v2 }"), `line 4: ${at}.path must begin with /`],
    [
      lien("/lien/{vin}: { path: /a?b=c }"),
      `line 4: ${at}.path has a query or a fragment; write parameters in query`,
    ],
    [lien("/lien/{vin}: { path: /a/%2e./b }"), `line 4: ${at}.path has an empty segment, or one of dots`],
    [lien("/lien/{vin}: { path: '/a b' }"), `line 4: ${at}.path has a character that a path cannot have`],
    [
      lien("/lien/{vin}: { path: '/{plate}' }"),
      `line 4: ${at}.path has the placeholder {plate}, which this lookup lacks; write {vin}`,
    ],
    [
      lien("/lien/{vin}: { path: '/{year}' }"),
      `line 4: ${at}.path has the placeholder {year}, which this lookup lacks; write {vin}`,
    ],
    [lien("/lien/{vin}: { path: '/{VIN}' }"), `line 4: ${at}.path has a brace that is no placeholder`],
    [lien("/lien/{vin}: { path: /, query: { api_key: x } }"), `line 4: ${at}.path has an empty segment`],
    [
      lien("/lien/{vin}: { path: /a, query: { api_key: x } }"),
      `line 4: ${at}.query.api_key is a credential; write it in auth of the API, as its query`,
    ],
    [
      lien("/lien/{vin}: { path: /a, headers: { X-Api-Key: x } }"),
      `line 4: ${at}.headers.X-Api-Key is a credential; write it in auth of the API, as its header`,
    ],
    ...[
      "Authorization",
      "Host",
      "Cookie",
      "Via",
      "X-Forwarded-For",
      "Range",
      "X-AuthKey",
      "Content-Length",
    ].map(
      (name) =>
        [
          lien(`/lien/{vin}: { path: /a, headers: { ${name}: x } }`),
          `line 4: ${at}.headers.${name} is a header that the gateway sets itself; leave it out`,
        ] as const,
    ),
    [
      lien("/lien/{vin}: { path: /a, headers: { x-a: é } }"),
      `line 4: ${at}.headers.x-a has a character that a header cannot have`,
    ],
    [
      lien(ok, "-records: data", "-columns: {}"),
      "line 5: lookups.0.records is not for lien; write record, where its record is",
    ],
    [lien(ok, "-columns: {}"), "lookups.0.record must be an expression, such as data.records"],
    [
      lien(ok, "-record: length(a)", "-columns: {}"),
      "line 5: lookups.0.record calls a function; write a selection",
    ],
    [
      lien(ok, "-record: a", "-not_found: { status: 200 }", "-columns: {}"),
      "line 6: lookups.0.not_found.status must be statuses from 201",
    ],
    [
      columns("as_off: a"),
      'line 7: lookups.0.columns.as_off names a column that lien lacks; is "as_of" meant?',
    ],
    [
      columns("as_of: { path: a, form: comma }"),
      'line 7: lookups.0.columns.as_of.form is "comma": write day_first',
    ],
    [columns("as_of: { path: a, from: b }"), "line 7: lookups.0.columns.as_of.from is not known; is"],
    [columns("as_of: { form: day_first }"), "line 7: lookups.0.columns.as_of must have either path"],
    [
      columns("as_of: { path: \"a | [0] || 'x'\" }"),
      "line 7: lookups.0.columns.as_of.path has a literal outside of a comparison",
    ],
    [
      columns("as_of: { path: a, columns: { b: c } }"),
      "line 7: lookups.0.columns.as_of.columns is for lists of objects",
    ],
    [
      columns("liens: { path: a, columns: { b: c } }"),
      "line 7: lookups.0.columns.liens.columns.b names a column that lien lacks",
    ],
    [
      columns("liens.1.__proto__: a"),
      "line 7: lookups.0.columns.liens.1.__proto__ names a column that lien lacks",
    ],
    [
      `${columns("as_of: a")}\nsamples: [{ lookup: /lien/12, is: record }]`,
      "line 8: samples.0.lookup is no lookup that the mapping serves; write a path such as /lien/{vin}",
    ],
    [
      `${columns("as_of: a")}\nsamples: [{ lookup: /lien/1HGCM82633A004352, is: found }]`,
      "line 8: samples.0.is must be one of record, not_found, failure",
    ],
  ];
  for (const [mapping, fault] of faults)
    test(fault, () => {
      let message = "none";
      try {
        parseVendorMapping(mapping, "vendor.yaml");
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message.slice(0, "vendor.yaml, ".length)).toBe("vendor.yaml, ");
      expect(message).toContain(fault);
    });
});
