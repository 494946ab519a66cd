import { ByteCache } from "../../../../base/byte-cache.ts";
import type { Context } from "../../../../calls/context.ts";
import { recallCampaigns } from "../../../families/apis/open-recall.ts";
import type { Name } from "../../../families/names.ts";
import { type Decoding, decoderOf } from "../../decoder.ts";
import type { Dataset } from "../../records/datasets.ts";
import { variantsOf } from "../../variants/variants.ts";
import type { Computation } from "../compute.ts";
import { type FiledName, filedNames, makesOf } from "./filed-names.ts";
import { type FoundLine, findLines, type NoteWords, sortLines } from "./find-lines.ts";
import { lineFactsOf } from "./line-facts.ts";
import { keyOfTexts, type LineTexts, lineTextsOf, lineTextsOfNames } from "./line-texts.ts";
import { wordsOf } from "./line-words.ts";
import { makeModels } from "./make-models.ts";

const cacheBytes = 4 * 1024 * 1024;
/** The names found, by dataset and by what is known of the vehicle: many vehicles share them. */
const known = new ByteCache<readonly FoundLine[]>(cacheBytes);

/** What the names of a vehicle's line are found by. */
export interface LineSearch extends Pick<Computation, "subject" | "catalogue"> {
  readonly context: Decoding & Pick<Context, "database">;
}

/** Where names are looked for: a family's table, and what notes call one of its records. */
export interface LineRecords {
  readonly table: string;
  readonly noun: string;
}

const campaignRecords: LineRecords = { table: recallCampaigns.table, noun: "campaign" };

/**
 * The names of a table that mean the vehicle's line, or may. If a vehicle is named without a VIN, only its name is
 * known: other words of a filed name may be true of it, and then the match is `model`.
 */
export async function linesOf(
  search: LineSearch,
  dataset: Pick<Dataset, "id" | "cacheKey">,
  records = campaignRecords,
): Promise<readonly FoundLine[]> {
  const { vin, vehicle, models } = search.subject;
  if (vin !== "") return linesOfTexts(search, dataset, records, vehicle.model, textsOfVin(search));
  const ofModels: FoundLine[] = [];
  for (const model of models) {
    const texts = lineTextsOfNames(search.subject, model.text);
    ofModels.push(...(await linesOfTexts(search, dataset, records, model, texts)));
  }
  return models.length === 1 ? ofModels : ofSeveral(ofModels);
}

/** The line texts of a subject's VIN; it must have one. */
export function textsOfVin({ context, subject }: LineSearch): LineTexts {
  const decoder = decoderOf(context);
  return lineTextsOf(decoder.pack, decoder.scan(subject.vin, subject.vehicle.year)!, subject);
}

/** The lines of several models of a series: none of them is certain. */
function ofSeveral(lines: readonly FoundLine[]): FoundLine[] {
  const found = new Map<string, FoundLine>();
  for (const line of lines) {
    const note = line.note || `The name does not say which model of the series this vehicle is.`;
    const key = `${line.makeKey}\n${line.modelKey}`;
    if (!found.has(key)) found.set(key, { ...line, match: "model", note });
  }
  return sortLines([...found.values()]);
}

async function linesOfTexts(
  search: LineSearch,
  dataset: Pick<Dataset, "id" | "cacheKey">,
  { table, noun }: LineRecords,
  model: Name,
  texts: LineTexts,
): Promise<readonly FoundLine[]> {
  const { context, subject } = search;
  const key = [dataset.cacheKey, decoderOf(context).source, subject.vin === "", keyOfTexts(texts)].join("\n");
  const found = known.get(key);
  if (found) return found;
  const { year, make } = subject.vehicle;
  const names = await filedNames(context.database, dataset, year, make.text, table);
  const words: NoteWords = { record: noun, known: subject.vin === "" ? "name" : "VIN" };
  const lines = readLines(search, model, texts, names, words);
  known.set(key, lines, 500 + lines.length * 100);
  return lines;
}

function readLines(
  { context, subject, catalogue }: LineSearch,
  model: Name,
  texts: LineTexts,
  names: readonly FiledName[],
  noteWords: NoteWords,
) {
  const { year, make } = subject.vehicle;
  const ofYear = catalogue.models("vehicles", year, make.key).values();
  const models = new Set(Array.from(ofYear, (name) => wordsOf(name).join("")));
  const facts = lineFactsOf(texts, (words) => models.has(words));
  const ofMake = {
    models: makeModels(decoderOf(context).pack, makesOf(make.text)),
    inTrims: wordsIn(() => catalogue.trims("vehicles", year, make.key, model.key).values()),
    inSeries: wordsIn(() => variantsOf(context).seriesOf(year, make.key).get(model.key)?.values() ?? []),
  };
  return findLines(names, facts, ofMake, noteWords);
}

/** Whether any of the names has a word; they are read when the first word is looked for. */
function wordsIn(names: () => Iterable<string>): (word: string) => boolean {
  let words: Set<string> | undefined;
  return (word) => {
    words ??= new Set(Array.from(names()).flatMap(wordsOf));
    return words.has(word);
  };
}
