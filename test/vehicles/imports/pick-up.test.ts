import { describe, expect, test } from "bun:test";
import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import { lookupApis } from "../../../src/vehicles/families/lookup-apis.ts";
import { graceMsDefault } from "../../../src/vehicles/imports/staging/swap.ts";
import { lookupEndpoints } from "../../../src/vehicles/lookups/endpoints.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { examplesOf } from "../../demo/examples.ts";
import { importsOver, kinds, startService, type TestService } from "../../harness.ts";
import { until } from "../../until.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { lienHeader, lienRow } from "./liens.ts";
import { vinsOf } from "./vins-of.ts";

const versions = ["v1", "v2", "v3", "v4"];
const vins = vinsOf(60);
const eventsEach = 5;
/** Operations that need records, and the family that they report missing. */
/** The same of lookups that the specification does not have. */
const ofExtensions = lookupApis
  .filter((api) => api.extension)
  .flatMap(({ id, families }) =>
    lookupEndpoints
      .filter(({ lookup }) => lookup!.api === id && !lookup!.options)
      .flatMap((endpoint) => {
        const from = families.find(({ base }) => endpoint.path.startsWith(`${base}/`))?.from;
        if (from?.kind === "types") return [`${endpoint.id} record_not_found ${from.records[0]!.name}`];
        return from?.kind === "record" || from?.kind === "history"
          ? [`${endpoint.id} record_not_found ${from.records.name}`]
          : [];
      }),
  );

const withoutData = [
  "getAuctionHistory record_not_found auction",
  "getEngineOil record_not_found oil-lookup",
  "getEngineOilByPlate record_not_found plate",
  "getHeadlightAssembly record_not_found headlight-assembly",
  "getHeadlightAssemblyByModel record_not_found headlight-assembly",
  "getKnownProblems record_not_found No complaint, investigation or bulletin data is loaded.",
  "getKnownProblemsByModel record_not_found No complaint, investigation or bulletin data is loaded.",
  "getLicenseDecodeByPlate record_not_found plate",
  "getLiens record_not_found lien",
  "getMarketValuation record_not_found saleshistory",
  "getMarketValuationByModel record_not_found saleshistory",
  "getOemParts record_not_found oem-parts",
  "getOpenRecalls record_not_found recall-campaign",
  "getPlateDecodeByPlate record_not_found plate",
  "getRecallsByModel record_not_found recall-campaign",
  "getSafetyRatings record_not_found safety-rating",
  "getSafetyRatingsByModel record_not_found safety-rating",
  "getSalesHistory record_not_found saleshistory",
  "getSpecificationsByExtraTrim record_not_found ymm-specs",
  "getSpecificationsByTrim record_not_found ymm-specs",
  "getSpecificationsV3ByExtraTrim record_not_found ymm-specs",
  "getSpecificationsV3ByTrim record_not_found ymm-specs",
  "getVehicleImages record_not_found vehicle-images",
  "getVehicleImagesByExtraTrim record_not_found vehicle-images",
  "getVehicleImagesByTrim record_not_found vehicle-images",
  "getWindshield record_not_found windshield",
  "getWindshieldByModel record_not_found windshield",
  "getWindshieldByPlate record_not_found plate",
  "getWindshieldOfVin record_not_found windshield",
  "listOemPartsCategories record_not_found oem-parts",
  "listOemPartsSubcategories record_not_found oem-parts",
];
const accord = "1HGCM82633A004352";
const auction = auctionRecords.example as Record<string, unknown>;

/** Each record contains its version. */
const liensOf = (version: string) => lienHeader + vins.map((vin) => lienRow(vin, version)).join("");
const auctionsOf = (version: string) =>
  vins
    .flatMap((vin) =>
      Array.from({ length: eventsEach }, (_, index) =>
        JSON.stringify({
          ...auction,
          vin,
          sale_index: String(index + 1),
          "lot-number": `${version}-${index}`,
        }),
      ),
    )
    .join("\n");

/** Looks up continuously; counts responses that are not entirely of the version they name. */
class Load {
  answers = 0;
  readonly mixed: string[] = [];
  #ended = false;
  readonly #callers: Promise<void>[];

  constructor(who: LookupCaller, callers: number) {
    this.#callers = Array.from({ length: callers }, async (_, caller) => {
      for (let round = caller; !this.#ended; round += 1) {
        await this.#look(who, round);
        // On SQLite a response never waits; without a pause the caller would use up its credits in a moment.
        await Bun.sleep(5);
      }
    });
  }

  async #look(who: LookupCaller, round: number): Promise<void> {
    const family = round % 2 === 0 ? "lien" : "auction";
    const { status, headers, text } = await who.lookUp(`/${family}/${vins[round % vins.length]!}`);
    const named = /^own (v\d)$/.exec(headers.get("x-data-source") ?? "")?.[1];
    const pattern = family === "lien" ? /"lienholder":"(v\d)"/g : /"lot-number":"(v\d)-/g;
    const found = [...text.matchAll(pattern)].map((match) => match[1]);
    this.answers += 1;
    if (
      status !== 200 ||
      found.length !== (family === "lien" ? 1 : eventsEach) ||
      found.some((one) => one !== named)
    )
      this.mixed.push(`${family} ${status} ${named}: ${found}`);
  }

  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#callers);
  }
}

async function put(service: TestService, family: string, version: string, body: string): Promise<void> {
  const headers = service.operatorHeaders;
  const got = await service.ask("PUT", `/datasets/${family}?version=${version}`, { headers, body });
  const { id } = got.body as { id: string };
  const events = await service.ask("GET", `/imports/${id}/events`, { headers });
  if (!events.text.includes('"state":"done"')) throw new Error(events.text);
}

/** Resolves once a version is current and answers lookups: within two seconds on a quiet machine. */
async function pickedUp(who: LookupCaller, version: string, current: () => Promise<boolean>): Promise<void> {
  await until(current, `${version} is current`);
  await until(async () => {
    const { status, headers, text } = await who.lookUp(`/lien/${vins[0]!}`);
    if (status !== 200) throw new Error(text);
    return headers.get("x-data-source") === `own ${version}`;
  }, `lookups answer from ${version}`);
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`new datasets on ${kind.dialect}`, () => {
    test("are used soon, without mixed responses", async () => {
      const service = await startService(
        kind,
        {},
        { openImports: (setup) => importsOver(setup, graceMsDefault) },
      );
      try {
        const who = await lookupCaller(service);
        await put(service, "lien", versions[0]!, liensOf(versions[0]!));
        await put(service, "auction", versions[0]!, auctionsOf(versions[0]!));
        const load = new Load(who, 4);
        await using _ = { [Symbol.asyncDispose]: () => load.end() };
        const isCurrent = (version: string) => async () => {
          const got = await service.ask("GET", "/datasets/lien", { headers: service.operatorHeaders });
          const [first] = (got.body as { versions: { version: string }[] }).versions;
          return first?.version === version;
        };
        for (const version of versions.slice(1)) {
          await Promise.all([
            pickedUp(who, version, isCurrent(version)),
            put(service, "lien", version, liensOf(version)),
            put(service, "auction", version, auctionsOf(version)),
          ]);
        }
        const back = await service.ask("POST", "/datasets/lien/rollback", {
          headers: service.operatorHeaders,
        });
        await pickedUp(who, versions.at(-2)!, async () => back.status === 200);
        await until(() => load.answers > 100, "lookups are answered next to the imports");
        await load.end();
        expect(load.mixed).toEqual([]);
      } finally {
        await service.end();
      }
    }, 120_000);

    test("a family reports missing data until it has some", async () => {
      const service = await startService(kind);
      try {
        const who = await lookupCaller(service);
        const detailOf = async (path: string) => ((await who.lookUp(path)).body as { detail: string }).detail;
        const missing: string[] = [];
        for (const { endpoint, path } of examplesOf(service.app)) {
          const { status, body } = await who.lookUp(path);
          if (status === 200) continue;
          const { code, detail } = body as { code: string; detail: string };
          const named = /No ([a-z-]+) data is loaded\.$/.exec(detail);
          missing.push(`${endpoint.id} ${code} ${named?.[1] ?? detail}`);
        }
        expect(missing.sort()).toEqual([...withoutData, ...ofExtensions].sort());
        expect(await detailOf(`/lien/${accord}`)).toBe(
          `No record of ${accord} here. No lien data is loaded.`,
        );
        await put(service, "lien", "v1", liensOf("v1"));
        forgetDatasets(service.app.database);
        expect(await detailOf(`/lien/${accord}`)).toBe(
          `No record of ${accord} here. This does not prove that the title is clear.`,
        );
      } finally {
        await service.end();
      }
    });
  });
