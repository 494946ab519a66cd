import type { Database } from "../../../../database/database.ts";
import { sql } from "../../../../database/sql.ts";
import { recallCompletions } from "../../../families/apis/open-recall.ts";
import { authorities, type Market } from "../../../families/apis/recalls-abroad.ts";
import { nameKey } from "../../../families/names.ts";
import type { Names } from "../../names/known-names.ts";
import type { Subject } from "../../names/subject.ts";
import type { Dataset } from "../../records/datasets.ts";
import type { Compute, Computed } from "../compute.ts";
import { leastMatch } from "./find-lines.ts";
import { wordsOf } from "./line-words.ts";
import { type MarketRecalls, marketRecalls, noRecalls, recordOf } from "./market-recalls.ts";
import { listCampaigns, openRecalls, type Stored } from "./recall-status.ts";

/**
 * Answers `/open-recall`: the campaigns of a VIN's line in a market, each with its status for that vehicle. Without
 * a campaign it answers 404, uncharged: absence proves nothing.
 */
export const openRecall: Compute = async (computation) => {
  const { context, subject, datasets, market } = computation;
  const found = await marketRecalls(computation, market);
  if (!found) throw await noRecalls(computation, market);
  const completions = market === "US" ? datasets.get(recallCompletions.name) : undefined;
  const done = completions ? await completionsOf(context.database, completions, subject.vin) : [];
  const [{ make, model }] = found.lines;
  const head = { vin: subject.vin, year: String(subject.vehicle.year), make, model };
  const members = market === "US" ? head : { ...head, ...marketMembers(market) };
  return answerOf(found, members, openRecalls(found.campaigns, done, market));
};

/** Answers `/recalls`: the campaigns of a line by its names in a market. */
export const recallsOfNames: Compute = async (computation) => {
  const { subject, market, catalogue } = computation;
  const { year: ofYear, make: ofMake } = subject.vehicle;
  const models = catalogue.models("vehicles", ofYear, ofMake.key);
  const found = await marketRecalls({ ...computation, subject: withVpicModel(subject, models) }, market);
  if (!found) throw await noRecalls(computation, market);
  const { year, make, model } = subject.vehicle;
  const head = { year: String(year), make: make.text, model: model.text, ...marketMembers(market) };
  return answerOf(found, head, listCampaigns(found.campaigns, market));
};

/**
 * The subject by the model of vPIC's that its name begins with, and the rest as trim: the `CIVIC HYBRID` of a file is a
 * Civic too.
 */
function withVpicModel(subject: Subject, models: Names): Subject {
  const { model } = subject.vehicle;
  const words = wordsOf(model.text);
  if (subject.models.length > 1 || subject.series !== "" || models.has(model.key)) return subject;
  const byWords = new Map([...models].map(([key, text]) => [wordsOf(text).join(""), { key, text }]));
  for (let count = words.length - 1; count > 0; count--) {
    const own = byWords.get(words.slice(0, count).join(""));
    if (!own) continue;
    const trims = [words.slice(count).join(" "), ...subject.requestedTrims];
    return {
      ...subject,
      vehicle: { ...subject.vehicle, model: own },
      models: [own],
      requestedTrims: trims,
    };
  }
  return subject;
}

const marketMembers = (market: Market) => ({ market, authority: authorities[market] });

function answerOf({ dataset, lines }: MarketRecalls, head: object, recalls: readonly object[]): Computed {
  const data = {
    ...head,
    recall_count: recalls.length,
    matched_models: lines.map(({ make, model, match, note }) => ({ make, model, match, note })),
    recalls,
  };
  const body = JSON.stringify({ status: "success", data });
  return { body, source: dataset.source, match: leastMatch(lines) };
}

async function completionsOf(db: Database, dataset: Dataset, vin: string): Promise<Stored[]> {
  const rows = await db.all<{ id: string; body: Uint8Array }>(sql`
    select id, body from recall_completion where dataset = ${dataset.id} and vin = ${vin} order by id`);
  return rows.map(({ id, body }) => ({ id, key: nameKey(id), record: recordOf(body) }));
}
