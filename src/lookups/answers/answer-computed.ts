import type { Context } from "../../calls/context.ts";
import type { AnswerSource, Family } from "../../families/family.ts";
import { type Name, nameKey } from "../../families/names.ts";
import type { Answer } from "../../http/endpoint.ts";
import type { Decode } from "../../vin/answer/describe.ts";
import type { CatalogueKind } from "../../vin/catalogue/catalogue.ts";
import type { Computation, Compute } from "../computed/compute.ts";
import { decoderOf } from "../decoder.ts";
import type { Asked } from "../names/asked.ts";
import { catalogueOf } from "../names/catalogue.ts";
import { type NameSource, type Names, nameSources, namesAfter } from "../names/known-names.ts";
import { modelsMeant } from "../names/meant.ts";
import { type AskedName, explainNames, recordNotFound, requireCovered } from "../names/not-found.ts";
import { vinOfPlate } from "../names/plates.ts";
import { type Subject, subjectOfVin, type Vehicle } from "../names/subject.ts";
import { currentDatasets } from "../records/datasets.ts";
import { variantsOf } from "../vpic-variants.ts";

const none: Names = new Map();

type FromComputed = Extract<AnswerSource, { kind: "computed" }>;

/** Answers what a function makes of the subject. */
export async function answerComputed(
  context: Context,
  { motorcycles, absence, coverage }: Pick<Family, "motorcycles" | "absence" | "coverage">,
  { named = [] }: FromComputed,
  compute: Compute,
  asked: Asked,
  mileage: number | undefined,
): Promise<Answer> {
  const datasets = await currentDatasets(context.database);
  const kind = motorcycles ? "motorcycles" : "vehicles";
  if (asked.by === "names") requireCovered(Number(asked.names[0]!.key), coverage);
  const sources = nameSources(context, kind, named, datasets);
  const subject =
    asked.by === "names"
      ? await subjectOfNames(context, kind, asked.names, sources, absence)
      : asked.by === "vin"
        ? subjectOfVin(context, asked.vin, asked.year)
        : subjectOfVin(context, await vinOfPlate(context, asked));
  requireCovered(subject.vehicle.year, coverage);
  const computation: Computation = {
    context,
    subject,
    catalogue: catalogueOf(context),
    datasets,
    modelDecodes: () => modelDecodes(context, kind, subject),
    trims: () => trimsOf(subject, sources),
    mileage,
  };
  const made = await compute(computation);
  if (!made) throw recordNotFound(describe(subject), absence);
  const headers = { "x-data-source": made.source, ...(made.match && { "x-match": made.match }) };
  return { body: made.body, type: "application/json", headers };
}

function describe({ vin, vehicle }: Subject): string {
  const { year, make, model, trim } = vehicle;
  const names = [year, make.text, model.text, ...(trim ? [trim.text] : [])].join(" ");
  return vin === "" ? names : `${vin} (${names})`;
}

async function trimsOf({ vehicle, models }: Subject, sources: readonly NameSource[]): Promise<Names> {
  const of = ({ key }: Name) => namesAfter(sources, [String(vehicle.year), vehicle.make.key, key]);
  return new Map((await Promise.all(models.map(of))).flatMap((names) => [...names]));
}

/** The vehicle of a path's names in canonical spelling; 404 with suggestions where there is none. */
async function subjectOfNames(
  context: Context,
  kind: CatalogueKind,
  asked: readonly AskedName[],
  sources: readonly NameSource[],
  absence: string | undefined,
): Promise<Subject> {
  const [yearAsked, makeAsked, modelAsked, trim] = asked as [AskedName, AskedName, AskedName, AskedName?];
  const year = Number(yearAsked.key);
  const make = (await namesAfter(sources, [yearAsked.key])).get(makeAsked.key);
  const known = await namesAfter(sources, [yearAsked.key, makeAsked.key]);
  const meant = modelsMeant(modelAsked.text, makeAsked.key, known, {
    seriesOf: (model) => variantsOf(context).seriesOf(year, makeAsked.key).get(model) ?? none,
    trimsOf: (model) => catalogueOf(context).trims(kind, year, makeAsked.key, model),
  });
  if (make === undefined || !meant)
    throw await explainNames([yearAsked, makeAsked, modelAsked], sources, absence);
  // People name a series and its model where vPIC has the model alone: `3 Series`, `330i xDrive`.
  const told = trim && meant.models.length > 1 ? modelInTrim(trim, meant.models) : undefined;
  const model = told?.model ?? meant.name;
  const vehicle: Vehicle = { year, make: { text: make, key: makeAsked.key }, model };
  const trimAsked = told ? told.rest : (trim?.text ?? "");
  return {
    vin: "",
    vehicle,
    models: told ? [told.model] : meant.models,
    series: meant.series,
    trimsAsked: [trimAsked, meant.trim].filter((text) => text !== ""),
  };
}

/** The model that a trim begins with, and what follows it. */
function modelInTrim({ text }: AskedName, models: readonly Name[]) {
  const words = text.split(/\s+/);
  const model = models.find(({ key }) => key === nameKey(words[0] ?? ""));
  return model && { model, rest: words.slice(1).join(" ") };
}

function modelDecodes(context: Context, kind: CatalogueKind, { vehicle }: Subject): readonly Decode[] {
  const { year, make, model } = vehicle;
  const decoder = decoderOf(context);
  return catalogueOf(context)
    .partialVins(kind, year, make.key, model.key)
    .flatMap((vin) => {
      const decode = decoder.decode(vin, year);
      // A pattern of another model may win over the one that names this.
      return typeof decode === "object" && nameKey(decode.model) === model.key ? [decode] : [];
    });
}
