import { ByteCache } from "../../base/byte-cache.ts";
import { dayMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import type { Family, Selector } from "../../families/family.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import type { Answer } from "../../http/endpoint.ts";
import { decoderOf } from "../decoder.ts";
import { askedNames, type Params } from "../names/asked.ts";
import { catalogueOf } from "../names/catalogue.ts";
import { catalogueNames, type NameSource, type Names, recordNames } from "../names/known-names.ts";
import { explainNames } from "../names/not-found.ts";
import { currentDatasets } from "../records/datasets.ts";

interface Offer {
  readonly names: NameSource;
  /** For `x-data-source`. */
  readonly source: string;
  /** Changes whenever the names may have. */
  readonly cacheKey: string;
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
  const offer = await offerOf(context, family);
  const asked = askedNames(params, levels);
  const given = asked.map(({ key }) => key);
  const key = [offer.cacheKey, selector.base, ...given].join("\n");
  let body = cache.get(key);
  if (!body) {
    const names = await offer.names(given);
    if (names.size === 0) throw await explainNames(asked, [offer.names], family.absence);
    body = encoder.encode(JSON.stringify({ status: "success", data: sorted(names, given.length === 0) }));
    cache.set(key, body, body.length);
  }
  return { body, type: "application/json", headers: { "x-data-source": offer.source } };
}

function sorted(names: Names, years: boolean): string[] {
  const texts = [...names.values()];
  return years ? texts.sort((a, b) => Number(b) - Number(a)) : texts.sort(byName.compare);
}

/** The families whose records name what can be looked up. */
function namedRecords({ from }: Family): readonly RecordFamily[] {
  if (from?.kind === "record") return [from.records];
  return from?.kind === "computed" ? (from.named ?? []) : [];
}

/** The family's own records, where it has any; else what vPIC knows. */
async function offerOf(context: Context, family: Family): Promise<Offer> {
  const datasets = await currentDatasets(context.database);
  const day = Math.floor(context.clock() / dayMs);
  for (const records of namedRecords(family)) {
    const dataset = datasets.get(records.name);
    const names = dataset && recordNames(context, records, dataset);
    // What is recent enough to be named changes with the day.
    if (names) return { names, source: dataset.source, cacheKey: `${dataset.cacheKey} ${day}` };
  }
  const kind = family.motorcycles ? "motorcycles" : "vehicles";
  const decoder = decoderOf(context);
  const cacheKey = `${decoder.pack.meta.fingerprint} ${new Date(context.clock()).getUTCFullYear()} ${kind}`;
  return { names: catalogueNames(catalogueOf(context), kind), source: decoder.source, cacheKey };
}
