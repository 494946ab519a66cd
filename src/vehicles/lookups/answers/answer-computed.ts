import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import type { Decode } from "../../../vin/answer/describe.ts";
import type { CatalogueKind } from "../../../vin/catalogue/catalogue-index.ts";
import type { AnswerSource, Family } from "../../families/family.ts";
import { type Name, nameKey } from "../../families/names.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import type { Computation, Compute } from "../computed/compute.ts";
import { decoderOf } from "../decoder.ts";
import { catalogueOf } from "../names/catalogue.ts";
import { type NameSource, type Names, nameSources, namesAfter } from "../names/known-names.ts";
import { noneLoaded, recordNotFound, requireCovered, requireTestVehicle } from "../names/not-found.ts";
import { vinOfPlate } from "../names/plates.ts";
import { describeSubject, type Subject, subjectOfVin, subjectOrMake } from "../names/subject.ts";
import { subjectOfNames } from "../names/subject-of-names.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { currentDatasets, type Datasets, namesTrims } from "../records/datasets.ts";

type FromComputed = Extract<AnswerSource, { kind: "computed" }>;

/** Answers what a function makes of the subject. */
export async function answerComputed(
  context: Context,
  {
    motorcycles,
    absence: unproven,
    coverage,
    market,
  }: Pick<Family, "motorcycles" | "absence" | "coverage" | "market">,
  { named = [], needs }: FromComputed,
  compute: Compute,
  query: VehicleQuery,
  given: Pick<Computation, "mileage" | "market" | "narrow">,
): Promise<Answer> {
  const datasets = await currentDatasets(context.database);
  const absence = needs && !datasets.has(needs.name) ? noneLoaded(needs) : unproven;
  const kind = motorcycles ? "motorcycles" : "vehicles";
  if (query.by === "names") requireCovered(Number(query.names[0]!.key), coverage);
  const sources = nameSources(context, kind, naming(named, datasets), datasets);
  const subject =
    query.by === "names"
      ? await subjectOfNames(context, kind, query.names, sources, absence)
      : query.by === "vin"
        ? (market ? subjectOrMake : subjectOfVin)(context, query.vin, query.year)
        : subjectOfVin(context, await vinOfPlate(context, query));
  if (query.by === "names") requireTestVehicle(context, subject.vehicle);
  requireCovered(subject.vehicle.year, coverage);
  const computation: Computation = {
    context,
    subject,
    catalogue: catalogueOf(context),
    datasets,
    modelDecodes: () => modelDecodes(context, kind, subject),
    trims: () => trimsOf(subject, sources),
    ...given,
  };
  const made = await compute(computation);
  if (!made) throw recordNotFound(describeSubject(subject), absence);
  const headers = { "x-data-source": made.source, ...(made.match && { "x-match": made.match }) };
  return { body: made.body, type: "application/json", headers };
}

/** The record families of a computed family that name trims which other data have too. */
function naming(families: readonly RecordFamily[], datasets: Datasets): readonly RecordFamily[] {
  return families.filter(({ name }) => {
    const dataset = datasets.get(name);
    return dataset && namesTrims(dataset);
  });
}

async function trimsOf({ vehicle, models }: Subject, sources: readonly NameSource[]): Promise<Names> {
  const of = ({ key }: Name) => namesAfter(sources, [String(vehicle.year), vehicle.make.key, key]);
  return new Map((await Promise.all(models.map(of))).flatMap((names) => [...names]));
}

/** Decoding so many holds the thread for half a millisecond. */
const decodesAtOnce = 10;

/** Decodes of partial VINs of a model, in parts. */
async function modelDecodes(
  context: Context,
  kind: CatalogueKind,
  { vehicle }: Subject,
): Promise<readonly Decode[]> {
  const { year, make, model } = vehicle;
  const decoder = decoderOf(context);
  const found: Decode[] = [];
  await nextTurn();
  for (const [index, vin] of catalogueOf(context).partialVins(kind, year, make.key, model.key).entries()) {
    if (index % decodesAtOnce === 0) await nextTurn();
    const decode = decoder.decode(vin, year);
    // A pattern of another model may win over the one that names this.
    if (typeof decode === "object" && nameKey(decode.model) === model.key) found.push(decode);
  }
  return found;
}
