import { ByteCache } from "../../../../base/byte-cache.ts";
import type { Context } from "../../../../calls/context.ts";
import type { Database } from "../../../../database/database.ts";
import { join, sql } from "../../../../database/sql.ts";
import { recallCampaigns, recallCompletions } from "../../../families/apis/open-recall.ts";
import { storedJson } from "../../../families/body.ts";
import { nameKey } from "../../../families/names.ts";
import { type Decoding, decoderOf } from "../../decoder.ts";
import type { Match } from "../../names/subject.ts";
import type { Dataset } from "../../records/datasets.ts";
import { variantsOf } from "../../variants/variants.ts";
import type { Computation, Compute } from "../compute.ts";
import { type FiledName, filedNames, makesOf } from "./filed-names.ts";
import { type FoundLine, findLines } from "./find-lines.ts";
import { lineFactsOf } from "./line-facts.ts";
import { keyOfTexts, type LineTexts, lineTextsOf } from "./line-texts.ts";
import { wordsOf } from "./line-words.ts";
import { makeModels } from "./make-models.ts";
import { type Campaign, openRecalls, type Stored } from "./recall-status.ts";

const matches: readonly Match[] = ["exact", "close", "model"];

/**
 * Answers `/open-recall`: the campaigns of a VIN's line, each with its status for that vehicle. Without a
 * campaign it answers 404, uncharged: absence proves nothing.
 */
export const openRecall: Compute = async (computation) => {
  const { context, subject, datasets } = computation;
  const campaigns = datasets.get(recallCampaigns.name);
  if (!campaigns) return undefined;
  const { year } = subject.vehicle;
  const lines = await linesOf(computation, campaigns);
  const rows = await campaignsOf(context.database, campaigns, year, lines);
  const [first] = lines;
  if (rows.length === 0 || !first) return undefined;
  const completions = datasets.get(recallCompletions.name);
  const done = completions ? await completionsOf(context.database, completions, subject.vin) : [];
  const recalls = openRecalls(rows, done);
  const data = {
    vin: subject.vin,
    year: String(year),
    make: first.make,
    model: first.model,
    recall_count: recalls.length,
    matched_models: lines.map(({ make, model, match, note }) => ({ make, model, match, note })),
    recalls,
  };
  const least = matches.findLast((match) => lines.some((line) => line.match === match))!;
  return { body: JSON.stringify({ status: "success", data }), source: campaigns.source, match: least };
};

const cacheBytes = 4 * 1024 * 1024;
/** The names found, by dataset and by what the VIN says: many vehicles share them. */
const known = new ByteCache<readonly FoundLine[]>(cacheBytes);

/** What the names of a vehicle's line are found by. */
export interface LineSearch extends Pick<Computation, "subject" | "catalogue"> {
  readonly context: Decoding & Pick<Context, "database">;
}

/** The names of the file that mean the vehicle's line, or may. */
export async function linesOf(
  computation: LineSearch,
  campaigns: Pick<Dataset, "id" | "cacheKey">,
): Promise<readonly FoundLine[]> {
  const { context, subject } = computation;
  const { vin, vehicle } = subject;
  const decoder = decoderOf(context);
  const state = decoder.scan(vin, vehicle.year)!;
  const texts = lineTextsOf(decoder.pack, state, subject);
  const key = [campaigns.cacheKey, decoder.source, keyOfTexts(texts)].join("\n");
  const found = known.get(key);
  if (found) return found;
  const names = await filedNames(context.database, campaigns, vehicle.year, vehicle.make.text);
  const lines = readLines(computation, texts, names);
  known.set(key, lines, 500 + lines.length * 100);
  return lines;
}

function readLines(
  { context, subject, catalogue }: LineSearch,
  texts: LineTexts,
  names: readonly FiledName[],
) {
  const { year, make, model } = subject.vehicle;
  const ofYear = catalogue.models("vehicles", year, make.key).values();
  const models = new Set(Array.from(ofYear, (name) => wordsOf(name).join("")));
  const facts = lineFactsOf(texts, (words) => models.has(words));
  return findLines(names, facts, {
    models: makeModels(decoderOf(context).pack, makesOf(make.text)),
    inTrims: wordsIn(() => catalogue.trims("vehicles", year, make.key, model.key).values()),
    inSeries: wordsIn(() => variantsOf(context).seriesOf(year, make.key).get(model.key)?.values() ?? []),
  });
}

/** Whether any of the names has a word; they are read when the first word is looked for. */
function wordsIn(names: () => Iterable<string>): (word: string) => boolean {
  let words: Set<string> | undefined;
  return (word) => {
    words ??= new Set(Array.from(names()).flatMap(wordsOf));
    return words.has(word);
  };
}

async function campaignsOf(db: Database, dataset: Dataset, year: number, lines: readonly FoundLine[]) {
  if (lines.length === 0) return [];
  const named = lines.map(
    ({ makeKey, modelKey }) => sql`(make_key = ${makeKey} and model_key = ${modelKey})`,
  );
  const rows = await db.all<{
    id: string;
    key: string;
    makeKey: string;
    modelKey: string;
    body: Uint8Array;
  }>(sql`
    select campaign as id, campaign_key as key, make_key as "makeKey", model_key as "modelKey", body
    from recall_campaign where dataset = ${dataset.id} and year = ${year} and (${join(named, " or ")})`);
  // A campaign that several of the names have is listed once, under the surest.
  const found = new Map<string, Campaign>();
  for (const line of lines)
    for (const { id, key, body } of rows.filter(
      (row) => row.makeKey === line.makeKey && row.modelKey === line.modelKey,
    ))
      if (!found.has(key)) found.set(key, { id, key, record: recordOf(body), line });
  return [...found.values()];
}

async function completionsOf(db: Database, dataset: Dataset, vin: string): Promise<Stored[]> {
  const rows = await db.all<{ id: string; body: Uint8Array }>(sql`
    select id, body from recall_completion where dataset = ${dataset.id} and vin = ${vin} order by id`);
  return rows.map(({ id, body }) => ({ id, key: nameKey(id), record: recordOf(body) }));
}

function recordOf(body: Uint8Array): Record<string, unknown> {
  return JSON.parse(storedJson(body)) as Record<string, unknown>;
}
