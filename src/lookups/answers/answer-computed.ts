import type { Context } from "../../calls/context.ts";
import type { AnswerSource, Family } from "../../families/family.ts";
import type { Name } from "../../families/names.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import type { Answer } from "../../http/endpoint.ts";
import type { CatalogueKind } from "../../vin/catalogue/catalogue.ts";
import type { Computation, Compute } from "../computed/compute.ts";
import { decoderOf } from "../decoder.ts";
import type { Asked } from "../names/asked.ts";
import { catalogueOf } from "../names/catalogue.ts";
import { catalogueNames, type NameSource, recordNames } from "../names/known-names.ts";
import { type AskedName, explainNames, nameNotFound, recordNotFound } from "../names/not-found.ts";
import { vinOfPlate } from "../names/plates.ts";
import { type Subject, subjectOfVin, type Vehicle } from "../names/subject.ts";
import { currentDatasets, type Datasets } from "../records/datasets.ts";

type FromComputed = Extract<AnswerSource, { kind: "computed" }>;

/** Answers what a function makes of the subject. */
export async function answerComputed(
  context: Context,
  { motorcycles, absence }: Pick<Family, "motorcycles" | "absence">,
  { named = [] }: FromComputed,
  compute: Compute,
  asked: Asked,
  mileage: number | undefined,
): Promise<Answer> {
  const datasets = await currentDatasets(context.database);
  const kind = motorcycles ? "motorcycles" : "vehicles";
  const sources = nameSources(context, kind, named, datasets);
  const subject =
    asked.by === "names"
      ? await subjectOfNames(context, kind, asked.names, sources, absence)
      : asked.by === "vin"
        ? subjectOfVin(context, asked.vin, asked.year)
        : subjectOfVin(context, await vinOfPlate(context, asked));
  const { vehicle } = subject;
  const computation: Computation = {
    context,
    subject,
    catalogue: catalogueOf(context),
    datasets,
    trims: () => trimsOf(vehicle, sources),
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

/** vPIC's names first, whose spelling is the canonical one, then those of the records that answers rest on. */
function nameSources(
  context: Context,
  kind: CatalogueKind,
  named: readonly RecordFamily[],
  datasets: Datasets,
): readonly NameSource[] {
  const ofRecords = named.map((family) => {
    const dataset = datasets.get(family.name);
    return dataset && recordNames(context, family, dataset);
  });
  return [catalogueNames(catalogueOf(context), kind), ...ofRecords.filter((one) => one !== undefined)];
}

const baseTrim: Name = { text: "Base", key: "base" };

async function trimsOf(vehicle: Vehicle, sources: readonly NameSource[]): Promise<readonly Name[]> {
  const known = new Map<string, string>();
  const given = [String(vehicle.year), vehicle.make.key, vehicle.model.key];
  for (const source of sources)
    for (const [key, text] of await source(given)) if (!known.has(key)) known.set(key, text);
  if (known.size === 0) return [baseTrim];
  const names = [...known].map(([key, text]) => ({ key, text }));
  return names.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
}

/** The vehicle of a path's names in canonical spelling; 404 with suggestions where there is none. */
async function subjectOfNames(
  context: Context,
  kind: CatalogueKind,
  asked: readonly AskedName[],
  sources: readonly NameSource[],
  absence: string | undefined,
): Promise<Subject> {
  const [year, make, model, trim] = asked as [AskedName, AskedName, AskedName, AskedName | undefined];
  const canonical = async (given: readonly string[], { key }: AskedName): Promise<Name | undefined> => {
    for (const source of sources) {
      const text = (await source(given)).get(key);
      if (text !== undefined) return { text, key };
    }
    return undefined;
  };
  const makeName = await canonical([year.key], make);
  const modelName = makeName && (await canonical([year.key, make.key], model));
  if (!makeName || !modelName) throw await explainNames([year, make, model], sources, absence);
  const vehicle: Vehicle = { year: Number(year.key), make: makeName, model: modelName };
  const partial = catalogueOf(context).partialVin(kind, vehicle.year, makeName.key, modelName.key);
  const common = partial === undefined ? undefined : decoderOf(context).decode(partial, vehicle.year);
  const decode = typeof common === "object" ? common : undefined;
  if (!trim) return { vin: "", vehicle, ...(decode && { decode }) };
  const trims = await trimsOf(vehicle, sources);
  const trimName = trims.find(({ key }) => key === trim.key);
  if (!trimName)
    throw nameNotFound(trim, asked.slice(0, 3), new Map(trims.map((one) => [one.key, one.text])));
  return { vin: "", vehicle: { ...vehicle, trim: trimName }, ...(decode && { decode }) };
}
