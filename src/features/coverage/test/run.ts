import { commandLine } from "../../../../test/program.ts";
import { newFolder, startProcess } from "../../../../test/service-process.ts";
import { findSharedFile, recorded } from "../../../../test/shared-data.ts";
import { mutated, randomNumbers, randomVin } from "../../../../test/vin/vins.ts";
import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import { demoFolder } from "../../../vehicles/imports/demo/demo-set.ts";
import { anyVin } from "../../../vehicles/lookups/names/parameters.ts";
import { agreement } from "./coverage-calls.ts";

// `npm run coverage [pairs [seed]]`: previews random vehicles over HTTP, calls every lookup that was listed, and
// compares what it answers and charges. Half of the customers pay for a 404. EPA's file of the shared data is imported
// if it is there.
const [wanted = "10000", seed = "1"] = process.argv.slice(2);
const token = "operator-token-of-the-comparison";
const { folder, remove } = newFolder();
const settings = { VINGATE_DEMO: "on", VINGATE_OPERATOR_TOKEN: token };
const service = await startProcess(folder, settings, "ready");
try {
  const epa = findSharedFile("data/epa/vehicles_2025-11.csv.zip");
  if (epa) await run("import", "epa", epa);
  const random = randomNumbers(Number(seed));
  // Some were written down with a character too few.
  const yard = Object.keys(recorded("yard_inventory.json") ?? {}).filter(
    (vin) => anyVin.safeParse(vin).success,
  );
  const demo = await demoVins();
  const from = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const kinds = [
    () => from(demo).vin,
    () => from(yard.length > 0 ? yard : ["1HGCM82633A004352"]),
    () => mutated(from(demo).vin, random(17), random).replace(/[IOQ*]/g, "0"),
    () => randomVin(from(["1FT", "1HG", "JTD", "5YJ", "WBA", "000"]), random).replace(/[IOQ*]/g, "0"),
    () => {
      const { year, make, model } = from(demo);
      return `vehicle?${new URLSearchParams({ year: String(year), make, model })}`;
    },
  ];
  const sums = { vehicles: 0, pairs: 0, differing: 0, found: 0 };
  const customers = [await customer("found"), await customer("always")];
  while (sums.pairs < Number(wanted)) {
    const { key } = customers[sums.vehicles % 2]!;
    const look = (path: string) => answered(path, { "x-AuthKey": key });
    const { pairs, found, differing } = await agreement([from(kinds)()], look);
    for (const one of differing) console.log(JSON.stringify(one));
    sums.vehicles += 1;
    sums.pairs += pairs;
    sums.found += found;
    sums.differing += differing.length;
  }
  console.log(JSON.stringify({ ...sums, equal: sums.pairs - sums.differing, epa: epa !== undefined }));
  process.exitCode = sums.differing === 0 ? 0 : 1;
} finally {
  service.signal("SIGTERM");
  await service.exited;
  remove();
}

async function run(...words: readonly string[]): Promise<void> {
  const env = { ...process.env, VINGATE_DATA_DIR: folder };
  const child = Bun.spawn(commandLine(...words), { env, stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`vingate ${words.join(" ")} failed`);
}

async function ask(method: string, path: string, json?: object, headers: Record<string, string> = {}) {
  const authorization = { authorization: `Bearer ${token}` };
  const response = await fetch(service.url + path, {
    method,
    headers: { ...authorization, ...headers, ...(json && { "content-type": "application/json" }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? "" : JSON.parse(text) };
}

/** A loaded machine answers some with 503, uncharged: these are repeated. */
async function answered(path: string, headers: Record<string, string>) {
  for (;;) {
    const got = await ask("GET", path, undefined, headers);
    const isPartial = JSON.stringify(got.body).includes('"outcome":"unavailable"');
    if (got.status !== 503 && !isPartial) return got;
    await Bun.sleep(200);
  }
}

async function customer(charge_on: string): Promise<{ key: string }> {
  const product = `coverage-${charge_on}`;
  await ask("POST", `/products/${product}`, {
    policy: { charge_on, credit_cost: { default: 2, per_api: { auction: 5, lien: 0 } } },
    state: "published",
    credits_granted: 1_000_000,
    apis: lookupApis.map(({ id }) => id),
  });
  const id = `user-${charge_on}`;
  const names = { first_name: "Ada", last_name: "Byron" };
  await ask("POST", `/users/${id}`, { ...names, email: `${id}@example.com` });
  const made = await ask("POST", `/subscriptions/of-${id}`, {
    scope: `/products/${product}`,
    owner_id: id,
  });
  if (made.status !== 200) throw new Error(`the subscription answered ${JSON.stringify(made.body)}`);
  const secrets = await ask("POST", `/subscriptions/of-${id}/listSecrets`);
  return { key: (secrets.body as { primary_key: string }).primary_key };
}

interface DemoVehicle {
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
}

async function demoVins(): Promise<readonly DemoVehicle[]> {
  const packed = await Bun.file(`${demoFolder}/saleshistory.ndjson.zst`).bytes();
  const lines = Buffer.from(await Bun.zstdDecompress(packed))
    .toString()
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as DemoVehicle);
}
