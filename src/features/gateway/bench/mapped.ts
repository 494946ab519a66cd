import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import { createTake } from "../../../vehicles/lookups/upstream/taken-record.ts";
import { parseVendorMapping } from "../mappings/parse-vendor-mapping.ts";

// What a mapped answer of a vendor costs beside one in the family's own form, in µs of CPU of this thread.
//   npx bun src/features/gateway/bench/mapped.ts

const vin = "1HGCM82633A004352";
const params = { vin };
const rounds = 7;
const answersPerRound = 300;

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** The median of rounds, in µs an answer. */
function measure(answer: () => unknown): number {
  for (let warm = 0; warm < answersPerRound; warm += 1) answer();
  const times = Array.from({ length: rounds }, () => {
    const since = spent();
    for (let index = 0; index < answersPerRound; index += 1) answer();
    return (spent() - since) / answersPerRound;
  });
  return times.sort((a, b) => a - b)[rounds >> 1]!;
}

const lien = {
  api: "lien",
  lookups: [
    {
      requests: { "/lien/{vin}": { path: "/v2/{vin}" } },
      record: "data",
      columns: {
        year: "vehicle.year",
        make: "vehicle.make",
        model: "vehicle.model",
        as_of: { path: "meta.as_of", form: "month_first" },
        ...Object.fromEntries(
          [1, 2].flatMap((item) => [
            [`liens.${item}.lienholder`, `liens[${item - 1}].holder.name`],
            [`liens.${item}.state`, `liens[${item - 1}].holder.state`],
            [`liens.${item}.filed_at`, { path: `liens[${item - 1}].filed`, form: "month_first" }],
            [
              `liens.${item}.status`,
              { path: `liens[${item - 1}].state`, values: { A: "active", R: "released" } },
            ],
          ]),
        ),
      },
    },
  ],
};

const auction = {
  api: "auction",
  lookups: [
    {
      requests: { "/auction/{vin}": { path: "/v2/{vin}" } },
      records: "data.auctions",
      columns: {
        "lot-number": "lot",
        price: { path: "bid.amount", form: "point", unit: "USD" },
        "sale status": { path: "state", values: { SOLD: "Sold", UNSOLD: "Not sold" } },
        "sale-date-location.Auction Date": { path: "sold_at", form: "month_first" },
        "sale-date-location.Location": "yard.city",
        "technical-specs.Odometer": { path: "odometer", form: "point", unit: "km" },
        "technical-specs.Color": "color",
        "car-features.Has_Keys": {
          path: "attributes[?name=='keys'].value | [0]",
          values: { Y: "yes", N: "no" },
        },
        year: "vehicle.year",
        make: "vehicle.make",
        model: "vehicle.model",
        images: "photos[*].url",
      },
    },
  ],
};

const day = (index: number) => `0${(index % 9) + 1}/${(index % 28) + 1}/2024`;

const event = (index: number) => ({
  lot: 40_000_000 + index,
  bid: { amount: `${10 + index},400.00` },
  state: index % 2 ? "SOLD" : "UNSOLD",
  sold_at: day(index),
  yard: { city: "Sacramento, CA" },
  odometer: `${80 + index},400`,
  color: "Black",
  attributes: [
    { name: "seats", value: 5 },
    { name: "keys", value: "Y" },
  ],
  vehicle: { year: 2003, make: "Honda", model: "Accord" },
  photos: [{ url: "https://images.example/1.jpg" }, { url: "https://images.example/2.jpg" }],
});

const oneLien = (index: number) => ({
  holder: { name: "Example Bank", state: "CA" },
  filed: day(index),
  state: "A",
});

const cases = [
  {
    name: "a record with 12 members",
    mapping: lien,
    body: {
      data: {
        vehicle: { year: 2003, make: "Honda", model: "Accord" },
        meta: { as_of: "11/01/2026" },
        liens: [oneLien(1), oneLien(2)],
      },
    },
  },
  {
    name: "a history of 20 events",
    mapping: auction,
    body: { data: { auctions: Array.from({ length: 20 }, (_, index) => event(index)) } },
  },
];

let [all, own] = [0, 0];
for (const { name, mapping, body } of cases) {
  const { read } = parseVendorMapping(JSON.stringify(mapping), "bench.yaml");
  const lookup = { path: `/${mapping.api}/{vin}`, params };
  const vendor = { status: 200, body: Buffer.from(JSON.stringify(body)) };
  const family = lookupApis.find(({ id }) => id === mapping.api)!.families[0]!;
  const take = createTake(family, family.from!);
  const ours = read(vendor, lookup)!;
  if (!take(ours, params, "dealers")) throw new Error(`${name} has no record`);
  const taken = measure(() => take(ours, params, "dealers"));
  const mapped = measure(() => take(read(vendor, lookup)!, params, "dealers"));
  all += mapped;
  own += taken;
  console.log(`${name}: own form ${taken.toFixed(1)} µs, mapped ${mapped.toFixed(1)} µs`);
}
console.log(`mapped / own form: ${(all / own).toFixed(2)}`);
