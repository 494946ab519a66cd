import { describe, expect, test } from "bun:test";
import { checkSamples } from "../../mappings/check-samples.ts";
import { parseVendorMapping } from "../../mappings/parse-vendor-mapping.ts";
import { clocks, vin } from "./mapping-of.ts";

describe("samples", () => {
  const sampled = (sample: object) =>
    parseVendorMapping(
      JSON.stringify({
        api: "lien",
        lookups: [
          {
            requests: { "/lien/{vin}": { path: "/{vin}" } },
            record: "data",
            columns: { as_of: "as_of" },
            ignore: ["b"],
          },
        ],
        samples: [{ lookup: `/lien/${vin.toLowerCase()}`, ...sample }],
      }),
      "vendor.yaml",
      clocks,
    );

  test("show the record beside the original, and what no column reads", () => {
    const body = { data: { as_of: "2026-11-01", b: 1, c: 2 } };
    const data = { vin, year: "", make: "", model: "", liens: [], as_of: "2026-11-01" };
    expect(checkSamples(sampled({ body, is: "record", data }))).toEqual([
      {
        lookup: `/lien/${vin.toLowerCase()}`,
        is: "record",
        original: body,
        outcome: "record",
        data,
        faults: [],
        columns: [{ record: 0, column: "as_of", path: "as_of", found: "2026-11-01", read: "2026-11-01" }],
        unread: ["c"],
        as_declared: true,
      },
    ]);
    const [other] = checkSamples(sampled({ body, is: "record", data: { ...data, year: "2003" } }));
    expect(other!.as_declared).toBe(false);
  });

  test("report the path of a fault, with what was found", () => {
    const body = { data: { as_of: "02/03/2026" } };
    const [{ outcome, faults, columns, as_declared }] = checkSamples(sampled({ body, is: "record" })) as [
      ReturnType<typeof checkSamples>[number],
    ];
    expect({ outcome, faults, columns, as_declared }).toEqual({
      outcome: "outside",
      faults: [
        {
          path: "columns.as_of (as_of)",
          reason:
            "can be read in more than one way, and none of its rows decides; write form: day_first or month_first",
        },
      ],
      columns: [{ record: 0, column: "as_of", path: "as_of", found: "02/03/2026", read: null }],
      as_declared: false,
    });
  });

  test("are taken as from any upstream: images have addresses", () => {
    const auction = parseVendorMapping(
      JSON.stringify({
        api: "auction",
        lookups: [
          { requests: { "/auction/{vin}": { path: "/{vin}" } }, records: "@", columns: { images: "photos" } },
        ],
        samples: [{ lookup: `/auction/${vin}`, body: [{ photos: ["a.jpg"] }], is: "record" }],
      }),
      "vendor.yaml",
      clocks,
    );
    expect(checkSamples(auction)[0]!.faults).toEqual([
      { path: "data", reason: "data.0.images.0: is not as documented" },
    ]);
  });
});
