import { ByteCache } from "../../../base/byte-cache.ts";
import { dayMs } from "../../../base/durations.ts";
import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import type { AnswerSource, Family, Selector } from "../../families/family.ts";
import { demoDatasetName, type RecordFamily } from "../../families/record-family.ts";
import { decoderOf } from "../decoder.ts";
import { catalogueOf } from "../names/catalogue.ts";
import { catalogueNames, type NameSource, namesAfter, recordNames } from "../names/known-names.ts";
import { explainNames, noneLoaded, type RequestedName, requireCovered } from "../names/not-found.ts";
import { type Params, requestedNames } from "../names/vehicle-query.ts";
import { currentDatasets, namesTrims } from "../records/datasets.ts";

interface Offer {
  readonly names: NameSource;
  /** For `x-data-source`. */
  readonly source: string;
  /** Whether records of the demo set name some of them. */
  readonly synthetic: boolean;
  /** Changes whenever the names may have. */
  readonly cacheKey: string;
  /** Records that answers come from alone, where there are none. */
  readonly missing?: RecordFamily;
}

const cacheBytes = 8 * 1024 * 1024;
const cache = new ByteCache<Uint8Array>(cacheBytes);
const encoder = new TextEncoder();
const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Answers one step of a selector: what can follow the names given, years newest first, names sorted. */
export async function answerSelector(
  context: Context,
  family: Family,
  selector: Selector,
  levels: readonly string[],
  params: Params,
): Promise<Answer> {
  const requested = requestedNames(params, levels);
  const [year] = requested;
  if (year) requireCovered(Number(year.key), family.coverage);
  const offer = await offerOf(context, family);
  const given = requested.map(({ key }) => key);
  const key = [offer.cacheKey, selector.base, ...given].join("\n");
  let body = cache.get(key);
  if (!body) {
    const names = await namesOffered(context, family, selector, offer, requested);
    // Reading a thousand names and sorting them takes milliseconds each.
    await nextTurn();
    body = encoder.encode(
      JSON.stringify({
        status: "success",
        data: sorted(names, given.length === 0),
        ...(offer.synthetic && { synthetic: true }),
      }),
    );
    cache.set(key, body, body.length);
  }
  return { body, type: "application/json", headers: { "x-data-source": offer.source } };
}

const trimLevel = 3;

async function namesOffered(
  context: Context,
  { coverage, motorcycles, absence }: Family,
  { anyTrim }: Selector,
  { names, missing }: Offer,
  requested: readonly RequestedName[],
): Promise<readonly string[]> {
  const given = requested.map(({ key }) => key);
  const found = [...(await names(given)).values()];
  const offered =
    coverage && given.length === 0
      ? found.filter((year) => Number(year) >= coverage.first && Number(year) <= coverage.last)
      : found;
  const model = given[trimLevel - 1];
  // A VIN may leave the trim open: its answer can be requested by names.
  if (anyTrim !== undefined && model !== undefined)
    if (offered.length > 0 || (await names(given.slice(0, -1))).has(model)) return [...offered, anyTrim];
  if (offered.length > 0) return offered;
  const known = catalogueNames(catalogueOf(context), motorcycles ? "motorcycles" : "vehicles");
  throw await explainNames(requested, [names, known], missing ? noneLoaded(missing) : absence);
}

function sorted(names: readonly string[], years: boolean): string[] {
  return [...names].sort(years ? (a, b) => Number(b) - Number(a) : byName.compare);
}

/** What records name, and what vPIC does: either or both, as the family's answers are made. */
async function offerOf(context: Context, { from, motorcycles }: Family): Promise<Offer> {
  const datasets = await currentDatasets(context.database);
  const ofRecords = recordsNaming(from).flatMap((family) => {
    const dataset = datasets.get(family.name);
    const own = from?.kind === "record";
    const names = dataset && (own || namesTrims(dataset)) && recordNames(context, family, dataset);
    return names
      ? [
          {
            names,
            source: dataset.source,
            synthetic: dataset.name === demoDatasetName,
            cacheKey: dataset.cacheKey,
          },
        ]
      : [];
  });
  const alone = from?.kind === "record" || (from?.kind === "computed" && from.ofRecordsAlone);
  const [needed] = alone ? recordsNaming(from) : [];
  const offers = alone && ofRecords.length > 0 ? ofRecords : [vpicOffer(context, motorcycles), ...ofRecords];
  // What is recent enough to be named changes with the day.
  const day = String(Math.floor(context.clock() / dayMs));
  return {
    ...(needed && !datasets.has(needed.name) && { missing: needed }),
    names: (given) =>
      namesAfter(
        offers.map(({ names }) => names),
        given,
      ),
    synthetic: offers.some(({ synthetic }) => synthetic),
    source: [...new Set(offers.map(({ source }) => source))].join(", "),
    cacheKey: [day, ...offers.map(({ cacheKey }) => cacheKey)].join(" "),
  };
}

/** The families whose records name what can be looked up. */
function recordsNaming(from: AnswerSource | undefined): readonly RecordFamily[] {
  if (from?.kind === "record") return [from.records];
  return from?.kind === "computed" ? (from.named ?? []) : [];
}

function vpicOffer(context: Context, motorcycles: true | undefined): Offer {
  const kind = motorcycles ? "motorcycles" : "vehicles";
  const { pack, source } = decoderOf(context);
  const year = new Date(context.clock()).getUTCFullYear();
  const cacheKey = `${pack.meta.fingerprint} ${year} ${kind}`;
  return { names: catalogueNames(catalogueOf(context), kind), source, synthetic: false, cacheKey };
}
